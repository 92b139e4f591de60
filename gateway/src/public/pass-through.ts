import { Agent, type IncomingMessage, type ServerResponse } from 'node:http';
import { notFound, type Problem, unavailable } from '@plotline/kit/errors';
import { createProxyMiddleware } from 'http-proxy-middleware';
import type { Context } from '../context.js';
import { internalPrefix } from '../edge/headers.js';
import { sendProblem } from '../edge/problems.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';

const maxConnections = 64;
const maxRequests = 512;

/** Paths of the auth service that are not public: its probes, and the API that takes callers signed by the gateway. */
const internalSegments = new Set(['health', 'ready', 'metrics', 'v1']);

/** Reads the first segment as the proxy and express read it: repeated slashes collapse, case does not matter. */
function isInternalPath(path: string): boolean {
  const first = path.split(/[\\/]+/).find((segment) => segment !== '');
  return first !== undefined && internalSegments.has(first.toLowerCase());
}

/** Under /oauth/ errors have OAuth's own flat form (RFC 6749, 5.2), which every client library parses. */
function sendUnavailable(requestContext: RequestContext, problem: Problem): void {
  const { request, response, path } = requestContext;
  requestContext.error = problem;
  if (!path.startsWith('/oauth/') || response.headersSent) {
    sendProblem(request, response, problem);
    return;
  }
  const body = { success: false, error: 'temporarily_unavailable', error_description: problem.message };
  response.writeHead(503, { 'Content-Type': 'application/json', 'Retry-After': problem.retryAfter ?? 2 });
  response.end(JSON.stringify(body));
}

function deleteInternalHeaders(headers: IncomingMessage['headers']): void {
  for (const name of Object.keys(headers)) if (name.startsWith(internalPrefix)) delete headers[name];
}

export interface PassThrough {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  close(): void;
}

/** Creates the reverse proxy of the auth service: the authorization server and the dashboard, passed through unchanged. */
export function createPassThrough(context: Context): PassThrough {
  const agent = new Agent({ keepAlive: true, maxSockets: maxConnections });
  const requestContexts = new WeakMap<IncomingMessage, RequestContext>();
  let inFlight = 0;

  const fail = (request: IncomingMessage, cause: unknown) => {
    const requestContext = requestContexts.get(request);
    if (!requestContext || requestContext.response.writableEnded) return;
    sendUnavailable(requestContext, unavailable('The authorization server is not available at the moment.', cause));
  };

  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: context.authUrl,
    agent,
    xfwd: true,
    on: {
      error: (error, request) => fail(request, error),
      proxyReq: (outgoing, _request, response) => {
        outgoing.setHeader('Connection', 'keep-alive');
        // After a complete response the socket is kept for the next request; a request without a client is aborted.
        let isComplete = false;
        outgoing.once('response', (incoming) => {
          incoming.once('end', () => {
            isComplete = true;
          });
        });
        if (response.closed) outgoing.destroy();
        response.once('close', () => {
          if (!isComplete) outgoing.destroy();
        });
      },
      proxyRes: (incoming, _request, response) => {
        deleteInternalHeaders(incoming.headers);
        // The service's Connection header is about its own connection, not about the client's.
        const keepsConnection = response.shouldKeepAlive && response.getHeader('Connection') !== 'close';
        incoming.headers.connection = keepsConnection ? 'keep-alive' : 'close';
        incoming.once('error', () => response.destroy());
      },
    },
  });

  const proxyRequest = ({ request, response, requestId, path, query }: RequestContext): void => {
    inFlight += 1;
    const timer = setTimeout(() => fail(request, 'the deadline is over'), context.budgetMs);
    response.once('close', () => {
      clearTimeout(timer);
      inFlight -= 1;
    });
    deleteInternalHeaders(request.headers);
    request.headers['x-request-id'] = requestId;
    request.url = `${path}${query}`;
    proxy(request, response, (error?: unknown) => fail(request, error)).catch((error: unknown) => fail(request, error));
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const requestContext = createRequestContext(request, response, 'live', context.budgetMs);
    requestContext.route = 'pass-through';
    requestContexts.set(request, requestContext);
    context.logOnClose(requestContext);
    if (isInternalPath(requestContext.path)) sendProblem(request, response, notFound());
    else if (inFlight >= maxRequests) fail(request, 'too many requests in flight');
    else proxyRequest(requestContext);
  };

  return { handle, close: () => agent.destroy() };
}
