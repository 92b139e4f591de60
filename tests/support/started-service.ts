import { metaHeader } from '@plotline/kit/core/answer';
import { type Caller, callerHeader, signCaller } from '@plotline/kit/core/caller';
import type { Clock } from '@plotline/kit/core/time';
import type { Peer } from '@plotline/kit/rpc/client';
import type { RpcCallers } from '@plotline/kit/rpc/server';
import type { openArchive } from '@plotline/kit/service/journal-archive';
import { stopInOrder } from '@plotline/kit/service/lifecycle';
import { createRuntime, type ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Service, startService } from '@plotline/kit/service/service';
import type { Entry } from '@plotline/kit/store/journal/entry';
import { createAllowedPeer } from './allowed-peer.js';
import { createAnswerCheck } from './answer-check.js';
import { giveBack, migratePooled, newDatabases, takeDatabases } from './database-pool.js';
import { freeServicePorts } from './free-port.js';
import { callerKeys, createTestConfig, dropDatabases, testCaller } from './test-runtime.js';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  // Parsed JSON. It has no static type, so tests assert its shape. For another content type, the text of the answer.
  readonly body: ReturnType<typeof JSON.parse>;
  /** `meta` in the envelope that the gateway would send. */
  readonly meta: ReturnType<typeof JSON.parse>;
}

export interface RequestOptions {
  readonly body?: unknown;
  /** Replaces a JSON body. Empty for a form, which sets its own type. */
  readonly file?: { readonly type: string; readonly content: string | Uint8Array<ArrayBuffer> | FormData };
  readonly as?: Partial<Caller>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Service as in production, on its own databases. The default caller has an admin key for `ws_test`. */
export interface StartedService<Context = unknown> {
  readonly context: Context;
  readonly runtime: ServiceRuntime;
  /** HTTP address of the service. */
  readonly url: string;
  /** Calls an endpoint. Rejects if a successful answer does not match the service's part of the contract. */
  request(method: string, path: string, options?: RequestOptions): Promise<Reply>;
  /** Sends a POST and resolves to the created record. Rejects unless the answer is 201. */
  create(path: string, body: object, as?: Partial<Caller>): Promise<Reply['body']>;
  /** Calls an RPC of the service. */
  readonly rpc: Peer['call'];
  /** Returns journal entries about a record, oldest first. */
  journal(subject: string, as?: Partial<Caller>): Promise<Entry[]>;
  /** Returns the published events about a record, oldest first. */
  events(subject: string): Promise<Reply['body'][]>;
  /** Stops the service, and then empties its databases, so that another fixture can use them. */
  stop(): Promise<void>;
}

/** Options for a service. `createContext` replaces the peers. `clock` replaces the real clock. */
export interface ServiceFactory<Context> {
  readonly createContext: (runtime: ServiceRuntime) => Context;
  readonly createService: (context: Context) => Service;
  readonly clock?: Clock;
  /** Programs that may call the service's RPCs. Tests sign for one of them. */
  readonly rpcCallers?: RpcCallers;
  /** MongoDB address for the service, such as a proxy. By default the test run's MongoDB. */
  readonly mongoUrl?: string;
  /** Bucket for old entries of the journal. By default, they stay in the database. */
  readonly archive?: Awaited<ReturnType<typeof openArchive>>;
  /** Requests new databases, because statistics about past data affect which index the database chooses. */
  readonly hasNewDatabases?: boolean;
}

// The error is not caught, so that the test fails and the run continues.
function failUncaught(): void {
  throw new Error('The driver has lost MongoDB.');
}

function toSentBody({ body, file }: Pick<RequestOptions, 'body' | 'file'>): RequestOptions['file'] {
  return file ?? (body === undefined ? undefined : { type: 'application/json', content: JSON.stringify(body) });
}

export async function startTestService<Context>(
  name: string,
  {
    createContext,
    createService,
    clock,
    rpcCallers = {},
    mongoUrl,
    archive,
    hasNewDatabases = false,
  }: ServiceFactory<Context>,
): Promise<StartedService<Context>> {
  const pooled = hasNewDatabases ? newDatabases(name) : takeDatabases(name);
  const config = {
    ...createTestConfig(pooled.name, name),
    ...(await freeServicePorts()),
    ...(mongoUrl !== undefined && { MONGO_URL: mongoUrl }),
  };
  const runtime = await createRuntime(name, config, { clock, archive });
  const context = createContext(runtime);
  const service = createService(context);
  const checkAnswer = createAnswerCheck(service.contract);
  await migratePooled(pooled, runtime, service.migrations);
  const stoppables = await startService(runtime, config, service, failUncaught);
  const peer = createAllowedPeer(name, `127.0.0.1:${config.GRPC_PORT}`, rpcCallers);
  const { databases } = runtime;

  const request: StartedService['request'] = async (method, path, { as = {}, headers, ...given } = {}) => {
    // The signature covers the path as it is sent. The URL parser encodes non-ASCII characters and drops an empty
    // query.
    const url = new URL(path, `http://127.0.0.1:${config.HTTP_PORT}`);
    const target = { service: name, method, path: `${url.pathname}${url.search}` };
    const sent = toSentBody(given);
    const response = await fetch(url, {
      method,
      headers: {
        [callerHeader]: signCaller(testCaller('ws_test', 'live', as), target, callerKeys),
        ...(sent && sent.type !== '' && { 'content-type': sent.type }),
        ...headers,
      },
      ...(sent && { body: sent.content }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    const answer = isJson ? JSON.parse(text) : text || null;
    const isChecked = response.status < 400 && typeof answer !== 'string';
    if (isChecked) checkAnswer(method, path, response.status, answer);
    const meta = JSON.parse(response.headers.get(metaHeader) ?? 'null');
    return { status: response.status, headers: response.headers, body: answer, meta };
  };
  const journal: StartedService['journal'] = (subject, { mode = 'live' } = {}) =>
    databases[mode].collection<Entry>('journal').find({ subject }).sort({ _id: 1 }).toArray();

  return {
    runtime,
    context,
    url: `http://127.0.0.1:${config.HTTP_PORT}`,
    request,
    create: async (path, body, as = {}) => {
      const reply = await request('POST', path, { body, as });
      if (reply.status === 201) return reply.body;
      throw new Error(`expected 201, got ${reply.status}: ${JSON.stringify(reply.body)}`);
    },
    rpc: (method, message, context) => peer.call(method, message, context),
    journal,
    events: async (subject) => {
      const entries = await journal(subject);
      return entries.flatMap(({ events }) => events.map(({ payload }) => JSON.parse(payload)));
    },
    stop: async () => {
      peer.close();
      await stopInOrder(stoppables.slice(0, -1), runtime.log);
      // Retries, because statements may still be running behind a proxy that was cut.
      const isReusable = mongoUrl === undefined && !hasNewDatabases;
      await (isReusable ? giveBack(pooled, databases) : dropDatabases(databases));
      await stopInOrder(stoppables.slice(-1), runtime.log);
    },
  };
}
