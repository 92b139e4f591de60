import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { notFound, type Problem, unavailable } from '@plotline/kit/errors';
import { internalPrefix } from '@plotline/kit/http/internal-headers';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Context } from '../context.js';
import { type Exchange, openExchange } from '../edge/exchange.js';
import { sendProblem } from '../edge/problems.js';

const mostConnections = 64;
const mostRequests = 512;

/** On the auth service's port but not for the outside: its probes, and what answers callers signed by the gateway. */
const inner = new Set(['health', 'ready', 'metrics', 'v1']);

/** The first part of the path as the proxy and the service behind read it: slashes collapse, case does not matter. */
function isInner(path: string): boolean {
  const first = path.split(/[\\/]+/).find((part) => part !== '');
  return first !== undefined && inner.has(first.toLowerCase());
}

/** Under /oauth/ errors are OAuth's own flat ones (RFC 6749, 5.2), which every client library reads. */
function sendAway(exchange: Exchange, error: Problem): void {
  const { request, response, path } = exchange;
  exchange.failure = error;
  if (!path.startsWith('/oauth/') || response.headersSent) {
    sendProblem(request, response, error);
    return;
  }
  const body = { success: false, error: 'temporarily_unavailable', error_description: error.message };
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': error.retryAfter ?? 2 });
  response.end(JSON.stringify(body));
}

function dropInternal(headers: IncomingMessage['headers']): void {
  for (const name of Object.keys(headers)) if (name.startsWith(internalPrefix)) delete headers[name];
}

export interface PassThrough {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  close(): void;
}

/** Passes the host of the authorization server and the dashboard on to the auth service, as it is. */
export function createPassThrough(context: Context): PassThrough {
  const agent = new Agent({ keepAlive: true, maxSockets: mostConnections });
  const exchanges = new WeakMap<IncomingMessage, Exchange>();
  let underWay = 0;

  const away = (request: IncomingMessage, cause: unknown) => {
    const exchange = exchanges.get(request);
    if (exchange && !exchange.response.writableEnded)
      sendAway(exchange, unavailable('The authorization server is not available at the moment.', cause));
  };

  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: context.authUrl,
    agent,
    xfwd: true,
    on: {
      error: (error, request) => away(request, error),
      proxyReq: (outgoing, _request, response) => {
        outgoing.setHeader('Connection', 'keep-alive');
        // After a whole answer the socket is kept for the next request; only what nobody waits for is cut off.
        let isWhole = false;
        outgoing.once('response', (incoming) => {
          incoming.once('end', () => {
            isWhole = true;
          });
        });
        if (response.closed) outgoing.destroy();
        response.once('close', () => {
          if (!isWhole) outgoing.destroy();
        });
      },
      proxyRes: (incoming, _request, response) => {
        dropInternal(incoming.headers);
        // What the service says of its connection is not about the client's.
        const isKept = response.shouldKeepAlive && response.getHeader('Connection') !== 'close';
        incoming.headers.connection = isKept ? 'keep-alive' : 'close';
        incoming.once('error', () => response.destroy());
      },
    },
  });

  const pass = (exchange: Exchange): void => {
    const { request, response } = exchange;
    underWay += 1;
    const timer = setTimeout(() => away(request, 'the deadline is over'), context.budget);
    response.once('close', () => {
      clearTimeout(timer);
      underWay -= 1;
    });
    dropInternal(request.headers);
    request.headers['x-request-id'] = exchange.requestId;
    request.url = `${exchange.path}${exchange.query}`;
    proxy(request, response, (error?: unknown) => away(request, error)).catch((error: unknown) => away(request, error));
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const exchange = openExchange(request, response, 'live', context.budget);
    exchange.route = 'pass-through';
    exchanges.set(request, exchange);
    context.logWhenOver(exchange);
    if (isInner(exchange.path)) sendProblem(request, response, notFound());
    else if (underWay >= mostRequests) away(request, 'too many requests under way');
    else pass(exchange);
  };

  return { handle, close: () => agent.destroy() };
}
