import { randomBytes } from 'node:crypto';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/caller';
import type { Entry } from '@plotline/kit/journal/entry';
import { stopInOrder } from '@plotline/kit/process/lifecycle';
import { createRuntime, type ServiceRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { type Context, createContext } from '@plotline/pipeline/context';
import { createService } from '@plotline/pipeline/service';
import { createAnswerCheck } from '../../support/answer-check.js';
import { freePort } from '../../support/free-port.js';
import type { Reply, RequestOptions } from '../../support/started-service.js';
import { storeUrl } from '../../support/test-stores.js';
import { type CountingPeers, countingPeers } from './portfolio.js';

const checkAnswer = createAnswerCheck(new URL('../../../services/pipeline/openapi.yaml', import.meta.url));
const secret = 'a secret of the tests alone';

/**
 * The service as it runs in production, on a database of its own, with peers that count their calls. Every successful
 * answer is checked against the contract.
 */
export interface Pipeline {
  readonly runtime: ServiceRuntime;
  readonly context: Context;
  readonly peers: CountingPeers;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Creates a lead; throws unless it succeeds. */
  lead(fields?: object, as?: Partial<Caller>): Promise<Reply['body']>;
  /** Journal entries about a record, oldest first. */
  journal(subject: string): Promise<Entry[]>;
  /** Names of the events about a record, oldest first. */
  events(subject: string): Promise<string[]>;
  stop(): Promise<void>;
}

/** A caller with an API key of the workspace `ws_one` and a deadline in ten seconds. */
export function keyCaller(changes: Partial<Caller> = {}): Caller {
  return {
    workspaceId: 'ws_one',
    mode: 'live',
    actor: { type: 'key', id: 'key_tests', name: 'Tests' },
    scopes: ['admin'],
    currency: 'EUR',
    requestId: 'req_tests',
    deadline: Date.now() + 10_000,
    ...changes,
  };
}

export async function startPipeline(overrides: Partial<Context> = {}): Promise<Pipeline> {
  const config = {
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: await freePort(),
    GRPC_PORT: await freePort(),
    MONGO_URL: storeUrl('MONGO'),
    MONGO_DATABASE: `test_pipeline_${randomBytes(6).toString('hex')}`,
    AMQP_URL: storeUrl('AMQP'),
    INTERNAL_SECRET: secret,
  };
  const nowhere = { INVENTORY_GRPC: '127.0.0.1:1', TEAM_GRPC: '127.0.0.1:1' };
  const runtime = await createRuntime('pipeline', config);
  const peers = countingPeers();
  const { listings, agents } = peers;
  const context = createContext(runtime, nowhere, { listings, agents, ...overrides });
  const parts = await startService(runtime, config, createService(context));
  const { live, sandbox } = runtime.databases;

  const request: Pipeline['request'] = async (method, path, { body, as, headers } = {}) => {
    const response = await fetch(`http://127.0.0.1:${config.HTTP_PORT}${path}`, {
      method,
      headers: {
        [callerHeader]: signCaller(keyCaller(as), secret),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = text === '' ? null : JSON.parse(text);
    if (response.status < 400) checkAnswer(method, path, response.status, answer);
    return {
      status: response.status,
      headers: response.headers,
      body: answer,
      meta: JSON.parse(response.headers.get('x-plotline-meta') ?? 'null'),
    };
  };
  const journal: Pipeline['journal'] = (subject) =>
    live.collection<Entry>('journal').find({ subject }).sort({ _id: 1 }).toArray();

  return {
    runtime,
    context,
    peers,
    request,
    lead: async (fields = {}, as = {}) => {
      const body = { name: 'Maria Silva', email: 'maria@example.com', ...fields };
      const reply = await request('POST', '/v1/leads', { body, as });
      if (reply.status !== 201) throw new Error(`no lead was created: ${JSON.stringify(reply.body)}`);
      return reply.body;
    },
    journal,
    events: async (subject) => (await journal(subject)).flatMap((entry) => entry.events.map(({ name }) => name)),
    stop: async () => {
      await stopInOrder(parts.slice(0, -1), runtime.log);
      await Promise.all([live.dropDatabase(), sandbox.dropDatabase()]);
      await stopInOrder(parts.slice(-1), runtime.log);
    },
  };
}
