import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express, Router } from 'express';
import { Gauge } from 'prom-client';
import { waitUntil } from '../core/time.js';
import type { Metrics } from '../telemetry/metrics.js';

/**
 * Creates an express app without unused features that cost time: the ETag over every body, the banner, nested queries.
 */
export function createApp(): Express {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('query parser', 'simple');
  return app;
}

/** Limits of a server. */
export type ServerLimits = Pick<
  ServerOptions,
  'maxHeaderSize' | 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'
>;

/** Limits of a service. The gateway has checked the requests and has added headers. */
export const internalLimits: ServerLimits = { maxHeaderSize: 32_768, headersTimeout: 15_000, requestTimeout: 30_000 };

/** Request and response objects for one request. */
export interface RequestPair {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type RequestLine = Readonly<Record<'method' | 'url', string>>;

const pairsOf = new WeakMap<Server, (socket: Socket, line: RequestLine) => RequestPair>();

/**
 * Creates the objects that the server would pass to its listeners for a request on the socket. Used for requests from
 * within the process.
 */
export function createRequestPair(server: Server, socket: Socket, line: RequestLine): RequestPair {
  const create = pairsOf.get(server);
  if (!create) throw new Error('The server was not created by createHttpServer.');
  return create(socket, line);
}

/**
 * Creates a server whose request and response objects have the app's prototypes from the start. Otherwise, Express
 * changes the prototypes of every pair, which costs more than the rest of its work.
 */
export function createHttpServer(app: Express, limits: ServerLimits = internalLimits): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  const server = createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse, ...limits }, app);
  pairsOf.set(server, (socket, line) => {
    // Set before the response is created, because its features depend on the method and version.
    const version = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 };
    const request = Object.assign(new AppRequest(socket), version, line);
    return { request, response: new AppResponse(request) };
  });
  return server;
}

/** Returns whether the process can answer requests now. A rejection or a late answer means no. */
export type ReadyCheck = () => Promise<boolean> | boolean;

/** `/ready` answers within a second, even when something hangs. */
const readyTimeoutMs = 900;

async function checkInTime(ready: ReadyCheck): Promise<boolean> {
  const answer = Promise.resolve().then(ready);
  return waitUntil(Date.now() + readyTimeoutMs, answer).catch(() => false);
}

/**
 * Creates `/health` (the process runs), `/ready` (it can answer) and `/metrics`, for probes from inside the cluster.
 */
export function createProbes(ready: ReadyCheck, metrics: Metrics): Router {
  const router = Router();
  new Gauge({
    name: 'plotline_ready',
    help: 'Whether the process can answer requests.',
    registers: [metrics.registry],
    async collect() {
      this.set((await checkInTime(ready)) ? 1 : 0);
    },
  });
  router.get('/health', (_request, response) => void response.json({ status: 'ok' }));
  router.get('/ready', async (_request, response) => {
    const isReady = await checkInTime(ready);
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not ready' });
  });
  router.get('/metrics', async (_request, response) => {
    response.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
  return router;
}

/** Listens on all addresses. Rejects with an error that contains the port. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`Cannot listen on port ${port}: ${error.message}`, { cause: error })),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
}

const closeIdleIntervalMs = 100;

/** Makes each further answer tell the client that it is the last on its connection. Waits for `drainMs`. */
export async function drainServer(server: Server, drainMs: number): Promise<void> {
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'));
  await sleep(drainMs);
}

/**
 * Closes a server without breaking requests. Each further answer announces that it is the last on its connection. New
 * connections are accepted for `drainMs`, because a load balancer needs a moment to notice. Connections that are
 * pending when the server closes are reset.
 *
 * After that, running requests finish and idle connections are closed. A request that a client sends just then gets no
 * answer, so `drainMs` should be longer than clients keep idle connections.
 */
export async function closeServer(server: Server, drainMs = 0): Promise<void> {
  await drainServer(server, drainMs);
  const closed = new Promise<void>((resolve) => {
    // Node's own method would close idle connections only once.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const closeIdle = () => server.closeIdleConnections();
  closeIdle();
  const interval = setInterval(closeIdle, closeIdleIntervalMs);
  await closed;
  clearInterval(interval);
}

/** Equals the age limit of gRPC connections. */
const maxConnectionAgeMs = 60_000;

/**
 * Answers the first request on a connection older than `maxAgeMs` with `Connection: close`, so that clients reconnect.
 * Otherwise, a busy connection would keep using its process, and a new process behind the same name would get no
 * requests.
 */
export function limitConnectionAge(server: Server, maxAgeMs = maxConnectionAgeMs): void {
  const opened = new WeakMap<Socket, number>();
  server.on('connection', (socket) => opened.set(socket, performance.now()));
  server.prependListener('request', ({ socket }, response) => {
    const age = performance.now() - (opened.get(socket) ?? 0);
    if (age > maxAgeMs) response.setHeader('connection', 'close');
  });
}
