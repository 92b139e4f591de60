import { randomBytes } from 'node:crypto';
import { createContext } from '@plotline/inventory/context';
import { createService } from '@plotline/inventory/service';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/caller';
import { metaHeader } from '@plotline/kit/http/internal-headers';
import type { Entry } from '@plotline/kit/journal/entry';
import { stopInOrder } from '@plotline/kit/process/lifecycle';
import { createRuntime, type ServiceRuntime } from '@plotline/kit/process/runtime';
import { startService } from '@plotline/kit/process/service';
import { type CallContext, createPeer, type Peer } from '@plotline/kit/rpc/client';
import { createAnswerCheck } from '../../support/answer-check.js';
import { freePort } from '../../support/free-port.js';
import type { Reply, RequestOptions } from '../../support/started-service.js';
import { storeUrl } from '../../support/test-stores.js';
import { agentDirectory, type CountingDirectory } from './known-agents.js';

const checkAnswer = createAnswerCheck(new URL('../../../services/inventory/openapi.yaml', import.meta.url));
const secret = 'a secret of the tests alone';

/** The service as it runs in production, on a database of its own. */
export interface Inventory {
  readonly runtime: ServiceRuntime;
  readonly directory: CountingDirectory;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Calls an RPC of the service. */
  readonly rpc: Peer['call'];
  /** Journal entries about a record, oldest first. */
  journal(subject: string): Promise<Entry[]>;
  stop(): Promise<void>;
}

/** An API key of the workspace `ws_one`, with ten seconds to be answered in. */
export function keyCaller(changes: Partial<Caller> = {}): Caller {
  return {
    workspaceId: 'ws_one',
    mode: 'live',
    actor: { type: 'key', id: 'key_tests', name: 'Tests' },
    scopes: ['admin'],
    currency: 'USD',
    requestId: 'req_tests',
    deadline: Date.now() + 10_000,
    ...changes,
  };
}

/** The context of an RPC made by `keyCaller`. */
export function calledBy(changes: Partial<Caller> = {}): CallContext {
  return { caller: keyCaller(changes) };
}

export async function startInventory(): Promise<Inventory> {
  const config = {
    LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'silent',
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: await freePort(),
    GRPC_PORT: await freePort(),
    MONGO_URL: storeUrl('MONGO'),
    MONGO_DATABASE: `test_inventory_${randomBytes(6).toString('hex')}`,
    AMQP_URL: storeUrl('AMQP'),
    INTERNAL_SECRET: secret,
  };
  const runtime = await createRuntime('inventory', config);
  const directory = agentDirectory();
  const parts = await startService(runtime, config, createService(createContext(runtime, directory)));
  const peer = createPeer({ name: 'inventory', address: `127.0.0.1:${config.GRPC_PORT}`, secret, budget: 10_000 });
  const { live, sandbox } = runtime.databases;
  return {
    runtime,
    directory,
    request: async (method, path, { body, as, headers } = {}) => {
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
      const meta = JSON.parse(response.headers.get(metaHeader) ?? 'null');
      return { status: response.status, headers: response.headers, body: answer, meta };
    },
    rpc: (method, request, context) => peer.call(method, request, context),
    journal: (subject) => live.collection<Entry>('journal').find({ subject }).sort({ _id: 1 }).toArray(),
    stop: async () => {
      peer.close();
      await Promise.all([live.dropDatabase(), sandbox.dropDatabase()]);
      await stopInOrder(parts, runtime.log);
    },
  };
}
