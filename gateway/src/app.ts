import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { probes } from '@plotline/kit/http/probes';
import { closeServer, createApp, createHttpServer, listen } from '@plotline/kit/http/server';
import type { Stoppable } from '@plotline/kit/process/lifecycle';
import type { Context } from './context.js';
import { answerMalformed } from './edge/malformed.js';
import { serveApi } from './edge/serve-api.js';
import { createPassThrough } from './public/pass-through.js';

/** Ports of the three public listeners and the private one; 0 takes a free one. */
export interface Ports {
  readonly api: number;
  readonly sandbox: number;
  readonly auth: number;
  readonly private: number;
}

/** The listening servers, and what has to be stopped in which order. */
export interface Gateway {
  readonly servers: Readonly<Record<keyof Ports, Server>>;
  readonly parts: readonly Stoppable[];
}

/** Longer than load balancers keep idle connections, so that it is never the gateway that closes one under a request. */
const keepAliveMs = 65_000;
const mostConnections = 10_000;
const sweepMs = 100;

type Serve = (request: IncomingMessage, response: ServerResponse) => void;

function createPublicServer(serve: Serve, context: Context): Server {
  const server = createHttpServer(createApp().use((request, response) => serve(request, response)));
  server.keepAliveTimeout = keepAliveMs;
  server.maxConnections = mostConnections;
  // Node answers these two on its own, and not in our words.
  Object.assign(server, { requireHostHeader: false });
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  answerMalformed(server, context.log);
  return server;
}

/** Lets running requests end; a connection that would be kept alive after its answer is closed all the same. */
async function closePublic(server: Server): Promise<void> {
  server.prependListener('request', (_request, response) => response.setHeader('Connection', 'close'));
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs);
  await closeServer(server);
  clearInterval(sweep);
}

/** Opens the listeners. Which mode a request works in is decided by the port that took it, and by nothing it says. */
export async function startGateway(context: Context, ports: Ports): Promise<Gateway> {
  let serving = true;
  const passThrough = createPassThrough(context);
  const servers = {
    api: createPublicServer(serveApi(context, 'live'), context),
    sandbox: createPublicServer(serveApi(context, 'sandbox'), context),
    auth: createPublicServer(passThrough.handle, context),
    private: createHttpServer(createApp().use(probes(() => serving, context.metrics))),
  };
  await listen(servers.private, ports.private);
  await listen(servers.api, ports.api);
  await listen(servers.sandbox, ports.sandbox);
  await listen(servers.auth, ports.auth);
  context.log.info({ ports }, 'listening');
  const closeAll = () => Promise.all([servers.api, servers.sandbox, servers.auth].map(closePublic));
  const stopServing = () => {
    serving = false;
  };
  const parts = [
    { name: 'readiness', stop: stopServing },
    { name: 'listeners', stop: closeAll, within: 11_000 },
    { name: 'pass-through', stop: () => passThrough.close() },
    { name: 'pools', stop: () => context.closePools(), within: 1_000 },
    { name: 'broker', stop: () => context.closeBroker(), within: 1_500 },
    { name: 'private listener', stop: () => closeServer(servers.private), within: 500 },
  ];
  return { servers, parts };
}
