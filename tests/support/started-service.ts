import { randomBytes } from 'node:crypto';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/caller';
import { metaHeader } from '@plotline/kit/http/internal-headers';
import type { Entry } from '@plotline/kit/journal/entry';
import { stopInOrder } from '@plotline/kit/process/lifecycle';
import { type Clock, createRuntime, type ServiceRuntime } from '@plotline/kit/process/runtime';
import { type Service, startService } from '@plotline/kit/process/service';
import { createPeer, type Peer } from '@plotline/kit/rpc/client';
import { freePort } from './free-port.js';
import { testCaller } from './test-runtime.js';
import { storeUrl } from './test-stores.js';

const secret = 'a secret of the tests alone';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // The tests look into answers of every shape; what they expect there is what they assert.
  readonly body: ReturnType<typeof JSON.parse>;
  /** What becomes the envelope's `meta`. */
  readonly meta: ReturnType<typeof JSON.parse>;
}

export interface RequestOptions {
  readonly body?: unknown;
  readonly as?: Partial<Caller>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A service as it runs in production, on databases of its own. */
export interface StartedService {
  readonly runtime: ServiceRuntime;
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Calls an RPC of the service. */
  readonly rpc: Peer['call'];
  /** Journal entries about a record, oldest first. */
  journal(subject: string, as?: Partial<Caller>): Promise<Entry[]>;
  /** Drops the databases and stops. */
  stop(): Promise<void>;
}

/** Starts what `partsOf` builds, with the handlers' clock if one is given. The peers are the caller's to replace. */
export async function startTestService(
  name: string,
  partsOf: (runtime: ServiceRuntime) => Service,
  clock?: Clock,
): Promise<StartedService> {
  const config = {
    LOG_LEVEL: process.env.PLOTLINE_TEST_LOG_LEVEL ?? 'silent',
    LISTEN_HOST: '127.0.0.1',
    HTTP_PORT: await freePort(),
    GRPC_PORT: await freePort(),
    MONGO_URL: storeUrl('MONGO'),
    MONGO_DATABASE: `test_${name}_${randomBytes(6).toString('hex')}`,
    AMQP_URL: storeUrl('AMQP'),
    INTERNAL_SECRET: secret,
  };
  const runtime = await createRuntime(name, config, clock);
  const parts = await startService(runtime, config, partsOf(runtime));
  const peer = createPeer({ name, address: `127.0.0.1:${config.GRPC_PORT}`, secret, budget: 15_000 });
  const { databases } = runtime;
  return {
    runtime,
    request: async (method, path, { body, as = {}, headers } = {}) => {
      const response = await fetch(`http://127.0.0.1:${config.HTTP_PORT}${path}`, {
        method,
        headers: {
          [callerHeader]: signCaller(testCaller('ws_test', 'live', as), secret),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      const meta = JSON.parse(response.headers.get(metaHeader) ?? 'null');
      return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text), meta };
    },
    rpc: (method, request, context) => peer.call(method, request, context),
    journal: (subject, { mode = 'live' } = {}) =>
      databases[mode].collection<Entry>('journal').find({ subject }).sort({ _id: 1 }).toArray(),
    stop: async () => {
      peer.close();
      await Promise.all([databases.live.dropDatabase(), databases.sandbox.dropDatabase()]);
      await stopInOrder(parts, runtime.log);
    },
  };
}
