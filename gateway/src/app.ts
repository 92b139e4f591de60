import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { requestBudgetMs } from '@plotline/kit/core/time';
import {
  closeServer,
  createApp,
  createHttpServer,
  createProbes,
  drainServer,
  listen,
  type ServerLimits,
} from '@plotline/kit/http/server';
import type { Stoppable } from '@plotline/kit/service/lifecycle';
import type { Context } from './context.js';
import { contain } from './edge/contain.js';
import { anyOriginLines } from './edge/cors.js';
import { handleMalformed } from './edge/malformed.js';
import { createApiHost } from './public/api-host.js';
import { createAuthHost } from './public/auth-host.js';

/** Ports of the three public listeners and the private listener. 0 means any free port. */
export interface Ports {
  readonly api: number;
  readonly sandbox: number;
  readonly auth: number;
  readonly private: number;
  /** Network interface of the private port; all interfaces by default. */
  readonly privateHost?: string;
}

/** The listening servers, and the steps that shut the gateway down, in order. */
export interface Gateway {
  readonly servers: Readonly<Record<'api' | 'sandbox' | 'auth' | 'private', Server>>;
  readonly shutdownSteps: readonly Stoppable[];
}

/**
 * Longer than load balancers keep idle connections, so that the gateway never closes a connection just as a request
 * arrives.
 */
const keepAliveTimeoutMs = 65_000;
const maxConnections = 10_000;

/**
 * Limits on the size of a request's head, and on the time in which the head and the whole request must arrive. Node
 * checks the times once a second.
 */
export const publicLimits = {
  maxHeaderSize: 12_288,
  headersTimeout: 13_000,
  requestTimeout: 13_000,
  connectionsCheckingInterval: 1_000,
} satisfies ServerLimits;

/**
 * Time after which an idle connection is closed. It is longer than the deadline of a request, so it only affects
 * clients that don't read. Node aborts a stalled write at the second check.
 */
const idleTimeoutMs = requestBudgetMs + 1_000;

type RequestListener = (request: IncomingMessage, response: ServerResponse) => void;

/** One year. Browsers use only HTTPS for that long (RFC 6797). */
const strictTransport = 'max-age=31536000';

/** Creates a server. `hostHeaders` are the header lines of responses to requests that can't be parsed. */
function createPublicServer(listener: RequestListener, context: Context, hostHeaders: readonly string[] = []): Server {
  const isSecure = context.authBaseUrl.startsWith('https:');
  const app = createApp().use((request, response) => {
    if (isSecure) response.setHeader('Strict-Transport-Security', strictTransport);
    contain({ fail: () => request.socket.destroy() }, listener)(request, response);
  });
  const server = createHttpServer(app, publicLimits);
  server.keepAliveTimeout = keepAliveTimeoutMs;
  server.timeout = idleTimeoutMs;
  server.maxConnections = maxConnections;
  // Otherwise Node would answer a missing Host or an unknown Expect itself, without the error envelope.
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  context.connectionLimit.watch(server);
  handleMalformed(server, context, hostHeaders);
  return server;
}

/**
 * Opens the listeners. Only the port decides the mode of a request. A stopping gateway continues to serve for
 * `drainMs`, until no load balancer has an idle connection to it.
 */
export async function startGateway(context: Context, ports: Ports, drainMs = 0): Promise<Gateway> {
  let isReady = false;
  let isStopping = false;
  const authHost = createAuthHost(context);
  const servers = {
    api: createPublicServer(createApiHost(context, 'live'), context, anyOriginLines),
    sandbox: createPublicServer(createApiHost(context, 'sandbox'), context, anyOriginLines),
    auth: createPublicServer(authHost.handle, context),
    private: createHttpServer(createApp().use(createProbes(() => isReady && !isStopping, context.metrics))),
  };
  await listen(servers.private, ports.private, ports.privateHost || undefined);
  await listen(servers.api, ports.api);
  await listen(servers.sandbox, ports.sandbox);
  await listen(servers.auth, ports.auth);
  context.log.info({ ports }, 'listening');
  const publicServers = [servers.api, servers.sandbox, servers.auth];
  const drain = () => Promise.all(publicServers.map((server) => drainServer(server, drainMs)));
  const closePublicServers = () => Promise.all(publicServers.map((server) => closeServer(server)));
  const markNotReady = () => {
    isStopping = true;
  };
  // Listens before the gateway is ready, because earlier requests are served too. Load balancers wait for `/ready`.
  void context.warmUp().then(() => {
    isReady = true;
  });
  const shutdownSteps: readonly Stoppable[] = [
    { name: 'readiness', stop: markNotReady },
    ...(drainMs > 0 ? [{ name: 'drain', stop: drain, timeoutMs: drainMs + 1_000 }] : []),
    { name: 'streams of changes', stop: () => context.changes.feed.close() },
    { name: 'listeners', stop: closePublicServers, timeoutMs: requestBudgetMs + 1_000 },
    { name: 'pass-through', stop: () => authHost.close() },
    { name: 'pools', stop: () => context.closePools(), timeoutMs: 1_000 },
    { name: 'broker', stop: () => context.closeBroker(), timeoutMs: 1_500 },
    { name: 'private listener', stop: () => closeServer(servers.private), timeoutMs: 1_000 },
  ];
  return { servers, shutdownSteps };
}
