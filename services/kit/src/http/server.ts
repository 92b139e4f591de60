import { createServer, IncomingMessage, type Server, type ServerOptions, ServerResponse } from 'node:http';
import { Server as NetServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import express, { type Express, Router } from 'express';
import { Gauge } from 'prom-client';
import { waitUntil } from '../core/deadline.js';
import type { Metrics } from '../telemetry/metrics.js';

/** An express app without features that cost time and are not used: ETag over every body, the banner, nested queries. */
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

/** Those of a service, which gets what the gateway has let in and the headers that it adds. */
export const internalLimits: ServerLimits = { maxHeaderSize: 32_768, headersTimeout: 15_000, requestTimeout: 30_000 };

/** Request and response objects for one request. */
export interface RequestPair {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

type RequestLine = Readonly<Record<'method' | 'url', string>>;

const pairsOf = new WeakMap<Server, (socket: Socket, line: RequestLine) => RequestPair>();

/** Creates what the server would hand to its listeners for a request that arrives over the socket; for requests from within the process. */
export function createRequestPair(server: Server, socket: Socket, line: RequestLine): RequestPair {
  const create = pairsOf.get(server);
  if (!create) throw new Error('The server was not made by createHttpServer.');
  return create(socket, line);
}

/**
 * A server whose request and response objects have the app's prototypes from the start. Express otherwise changes the
 * prototypes of every pair, which costs more than the rest of its work.
 */
export function createHttpServer(app: Express, limits: ServerLimits = internalLimits): Server {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  Object.assign(app, { request: AppRequest.prototype, response: AppResponse.prototype });
  const server = createServer({ IncomingMessage: AppRequest, ServerResponse: AppResponse, ...limits }, app);
  pairsOf.set(server, (socket, line) => {
    // Before there is a response: what it may have depends on the method and the version.
    const version = { httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 };
    const request = Object.assign(new AppRequest(socket), version, line);
    return { request, response: new AppResponse(request) };
  });
  return server;
}

/** Whether the process can answer requests now. A rejection counts as no, and so does an answer that takes long. */
export type ReadyCheck = () => Promise<boolean> | boolean;

/** `/ready` answers within a second, whatever hangs. */
const readyTimeoutMs = 900;

async function checkInTime(ready: ReadyCheck): Promise<boolean> {
  const answer = Promise.resolve().then(ready);
  return waitUntil(Date.now() + readyTimeoutMs, answer).catch(() => false);
}

/** `/health` (the process runs), `/ready` (it can answer) and `/metrics`, for probes from inside the cluster. */
export function createProbes(ready: ReadyCheck, metrics: Metrics): Router {
  const router = Router();
  new Gauge({
    name: 'ready',
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

/** Listens on all addresses, or rejects with an error that names the port. */
export function listen(server: Server, port: number, host?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      reject(new Error(`Cannot listen on port ${port}: ${error.message}`, { cause: error })),
    );
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
}

const closeIdleIntervalMs = 100;

/**
 * Tells clients with each answer from now on that it is the last on its connection. For `drainMs` new connections are taken, as
 * a balancer that watches readiness needs a moment to choose other processes, and one that is taken by the system when the
 * server closes is reset. Then no more are, running requests end, and connections are closed as they become idle: a request that
 * a client sends while its connection is closed gets no answer, so `drainMs` should be longer than clients keep idle ones.
 */
export async function closeServer(server: Server, drainMs = 0): Promise<void> {
  server.prependListener('request', (_request, response) => void response.setHeader('connection', 'close'));
  await sleep(drainMs);
  const closed = new Promise<void>((resolve) => {
    // Not the method of http, which closes idle connections once only.
    NetServer.prototype.close.call(server, () => resolve());
  });
  const closeIdle = () => server.closeIdleConnections();
  closeIdle();
  const interval = setInterval(closeIdle, closeIdleIntervalMs);
  await closed;
  clearInterval(interval);
}
