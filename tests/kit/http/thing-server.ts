import type { Server } from 'node:http';
import { clampPage, created, noContent, ok, page, withVersion } from '@plotline/kit/core/answer';
import { callerHeader, signCaller } from '@plotline/kit/core/caller';
import { conflict, notFound } from '@plotline/kit/core/errors';
import type { Handlers } from '@plotline/kit/http/handler';
import { closeServer } from '@plotline/kit/http/server';
import { createServiceServer } from '@plotline/kit/http/service-server';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { callerKeysOf } from '../../support/caller-keys.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { callerKeys, testCaller } from '../../support/test-runtime.js';

const contract = new URL('./contract.yaml', import.meta.url);
export type Body = NonNullable<RequestInit['body']>;

const never = () => Promise.reject(new Error('no key was sent'));

/** Handlers for the operations in contract.yaml. */
export const handlers: Handlers = {
  listThings: async ({ query }) => {
    const { page: number, perPage } = clampPage({ page: 2, per_page: 500 });
    return page([{ id: 'thing_1', query }], { page: number, perPage, total: 101 });
  },
  createThing: {
    handle: async ({ body }) => withVersion(created({ id: 'thing_1', ...Object(body) }), 1),
    inspect: async ({ body }) =>
      JSON.stringify(body).includes('nobody@') ? [{ field: 'email', message: 'is nobody' }] : [],
  },
  readThing: async ({ path }) => {
    if (path('id') === 'none') throw notFound();
    if (path('id') === 'taken') throw conflict('It is taken.');
    if (path('id') === 'broken') throw new Error('the password is hunter2');
    return ok({ id: path('id') });
  },
  deleteThing: async () => noContent(),
};

/** Creates a server for contract.yaml with these handlers. Throws an error if they don't match the contract. */
export function startThings(table: Handlers): Server {
  return createServiceServer({
    contract,
    handlers: table,
    name: 'things',
    callerKeys: callerKeysOf('things'),
    idempotency: { claim: never, findAnswer: never, keep: never, release: never },
    log: createLog('test', 'silent'),
    metrics: createMetrics('test'),
    ready: () => true,
  });
}

interface Question {
  readonly body?: Body;
  readonly headers?: Record<string, string>;
  /** The signed caller. Valid by default. */
  readonly caller?: string;
}

async function ask(base: string, method: string, path: string, question: Question) {
  const { body } = question;
  const headers = {
    [callerHeader]: question.caller ?? signCaller(testCaller(), { service: 'things', method, path }, callerKeys),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...question.headers,
  };
  const response = await fetch(base + path, { method, headers, ...(body === undefined ? {} : { body }) });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: text === '' ? null : JSON.parse(text) };
}

/** Starts a server for contract.yaml, and calls it as the gateway does. */
export interface ThingServer {
  readonly base: string;
  call(method: string, path: string, question?: Question): ReturnType<typeof ask>;
  stop(): Promise<void>;
}

export async function serveThings(): Promise<ThingServer> {
  const server = startThings(handlers);
  const base = `http://127.0.0.1:${await listenAnywhere(server)}`;
  return {
    base,
    call: (method, path, question = {}) => ask(base, method, path, question),
    stop: () => closeServer(server),
  };
}
