import { hash } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { Answer } from '@plotline/kit/core/answer';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/core/caller';
import { idempotencyKeyReused } from '@plotline/kit/core/errors';
import type { AnswerStore, ReceivedUpload, UploadCall } from '@plotline/kit/http/handler';
import { closeServer } from '@plotline/kit/http/server';
import { createServiceServer } from '@plotline/kit/http/service-server';
import { Claim } from '@plotline/kit/store/idempotency/command';
import { createLog } from '@plotline/kit/telemetry/log';
import { createMetrics } from '@plotline/kit/telemetry/metrics';
import { callerKeysOf } from '../../support/caller-keys.js';
import { listenAnywhere } from '../../support/listen-anywhere.js';
import { callerKeys, testCaller } from '../../support/test-runtime.js';

const contract = new URL('./uploads.yaml', import.meta.url);

/** Stores the answers to requests with Idempotency-Keys in memory. */
function createAnswerStore(): AnswerStore {
  const answers = new Map<string, { readonly request: string; readonly answer: Answer }>();
  return {
    claim: async (caller, key, request) => {
      const kept = answers.get(key);
      if (kept && kept.request !== request) throw idempotencyKeyReused();
      if (kept) return { replay: kept.answer };
      const { workspaceId, deadline } = caller;
      return new Claim({ id: key, token: 'token', request, workspaceId, until: new Date(deadline) });
    },
    findAnswer: async () => null,
    keep: async (_caller, claim, answer) => void answers.set(claim.id, { request: claim.request, answer }),
    release: async () => undefined,
  };
}

interface UploadRequest {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Record<string, string>;
  /** Milliseconds until the caller's deadline. */
  readonly budgetMs?: number;
  readonly body?: string | Buffer;
  /** Closes the connection after the sent bytes, so that the body is incomplete. */
  readonly isCut?: boolean;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Server for uploads.yaml. Tests can replace its behaviour. */
export interface UploadServer {
  /** Returns the text of the body by default. */
  receive: (call: UploadCall) => Promise<ReceivedUpload>;
  /** Answers with the body by default. */
  answer: (body: unknown, caller: Caller) => Promise<Answer>;
  openReport: () => Readable;
  /** Identities of the uploads that were discarded. */
  readonly discarded: string[];
  /** Starts a request by sending its head and its first bytes. */
  open(request?: UploadRequest): ClientRequest;
  send(request?: UploadRequest): Promise<Reply>;
  stop(): Promise<void>;
}

export async function serveUploads(): Promise<UploadServer> {
  const server: UploadServer = {
    receive: async ({ upload }) => {
      const text = (await buffer(upload.stream)).toString('utf8');
      const identity = hash('sha256', text);
      return { body: text, identity, discard: async () => void server.discarded.push(identity) };
    },
    answer: async (body) => ({ status: 202, body }),
    openReport: () => Readable.from(['a,b\n', '1,2\n']),
    discarded: [],
    open: ({ method = 'POST', path = '/v1/imports', headers = {}, budgetMs = 10_000 } = {}) => {
      const signed = { ...testCaller(), deadline: Date.now() + budgetMs };
      const caller = signCaller(signed, { service: 'things', method, path }, callerKeys);
      const type = method === 'POST' ? { 'content-type': 'text/csv' } : {};
      const sent = { [callerHeader]: caller, ...type, ...headers };
      const outgoing = request(base + path, { method, headers: sent, agent: false });
      outgoing.on('error', () => undefined);
      return outgoing;
    },
    send: async (sent = {}) => {
      const outgoing = server.open(sent);
      if (sent.body !== undefined) outgoing.write(sent.body);
      if (sent.isCut) setImmediate(() => outgoing.destroy());
      else outgoing.end();
      const [response]: IncomingMessage[] = await once(outgoing, 'response');
      if (!response) throw new Error('There is no response.');
      const text = (await buffer(response)).toString('utf8');
      return { status: response.statusCode ?? 0, headers: response.headers, text };
    },
    stop: () => closeServer(http),
  };
  const http = createServiceServer({
    contract,
    handlers: {
      importThings: {
        receive: (call) => server.receive(call),
        handle: ({ body, caller }) => server.answer(body, caller),
      },
      readReport: async () => ({
        status: 200,
        file: { type: 'text/csv; charset=utf-8', name: 'report.csv', etag: '"1"', open: () => server.openReport() },
      }),
    },
    name: 'things',
    callerKeys: callerKeysOf('things'),
    idempotency: createAnswerStore(),
    log: createLog('test', 'silent'),
    metrics: createMetrics('test'),
    ready: () => true,
  });
  const base = `http://127.0.0.1:${await listenAnywhere(http)}`;
  return server;
}
