import { Agent, type ClientRequest, IncomingMessage, type ServerResponse } from 'node:http';
import { changedWorkspaceHeader, clientHeader } from '@plotline/kit/core/answer';
import { notFound, Problem, unavailable } from '@plotline/kit/core/errors';
import { hasBody } from '@plotline/kit/http/request';
import { createProxyMiddleware } from 'http-proxy-middleware';
import { contain } from '../edge/contain.js';
import { allowAnyOrigin, answerPreflight, exposedByOAuth, isPreflight } from '../edge/cors.js';
import { copyPassedHeaders, toPassedHeaders } from '../edge/headers.js';
import { readBody } from '../edge/request-body.js';
import { createRequestContext, type RequestContext } from '../edge/request-context.js';
import { splitTarget } from '../edge/request-target.js';
import { assertWellFormed } from '../edge/well-formed.js';
import { AuthCounting } from './auth-counting.js';
import { allowsAnyOrigin, isPublicAuthPath } from './auth-paths.js';
import { chooseRefusal } from './choose-refusal.js';
import { createLookupInTurn } from './lookup-in-turn.js';
import type { PublicContext } from './public-context.js';

const maxConnections = 64;
const maxRequests = 512;
/** Shorter than the time for which a stopping service keeps idle connections open, as in `edge/upstream`. */
const keepAliveMs = 1_000;
/** Forms and JSON bodies of the authorization server are small. */
const maxBytes = 65_536;

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Returns the request that the proxy sends. It contains the values that the gateway checked, not the client's own text.
 */
function toPassedRequest(
  { request, path, query }: RequestContext,
  headers: IncomingMessage['headers'],
  body: Buffer | null,
): IncomingMessage {
  const passed = new IncomingMessage(request.socket);
  const { method, httpVersion } = request;
  Object.assign(passed, { method, httpVersion, url: `${path}${query}`, headers, complete: true });
  if (hasBody(request)) headers['content-length'] = String(body?.length ?? 0);
  if (body) passed.push(body);
  passed.push(null);
  return passed;
}

const unavailableMessage = 'The authorization server is not available at the moment.';

export interface PassThrough {
  readonly handle: (request: IncomingMessage, response: ServerResponse) => void;
  close(): void;
}

/** Creates the reverse proxy of the auth service's public paths: the authorization server and the dashboard. */
export function createPassThrough(context: PublicContext): PassThrough {
  const agent = new Agent({
    keepAlive: true,
    maxSockets: maxConnections,
    // Applies to idle connections. A connection with a running request is kept open.
    timeout: keepAliveMs,
    scheduling: 'fifo',
    autoSelectFamily: true,
    lookup: createLookupInTurn(),
  });
  const counting = new AuthCounting(context);
  const requestContexts = new WeakMap<IncomingMessage, RequestContext>();
  let inFlight = 0;

  /** Runs a step for the request of a proxy event. An error in the step ends only that request. */
  const inRequest = (passed: IncomingMessage, step: (requestContext: RequestContext) => void) => {
    const requestContext = requestContexts.get(passed);
    if (requestContext) contain(requestContext, step)(requestContext);
  };

  const onProxyError = ({ fail }: RequestContext, error: Error) => fail(unavailable(unavailableMessage, error));

  /**
   * Keeps the socket for the next request after a complete response. Aborts the request when its client has
   * disconnected.
   */
  const onOutgoing = (requestContext: RequestContext, outgoing: ClientRequest) => {
    let isComplete = false;
    const onEnd = () => {
      isComplete = true;
    };
    outgoing.once('response', (incoming) => incoming.once('end', onEnd));
    requestContext.onClose(() => {
      if (!isComplete) outgoing.destroy();
    });
  };

  const onIncoming = (requestContext: RequestContext, incoming: IncomingMessage) => {
    const { response } = requestContext;
    incoming.once(
      'error',
      contain(requestContext, () => response.destroy()),
    );
    const changedWorkspace = incoming.headers[changedWorkspaceHeader]?.toString();
    if (changedWorkspace !== undefined) context.credentials.refresh(changedWorkspace);
    const counted = counting.countAnswered(requestContext, incoming.headers[clientHeader]?.toString());
    const copy = contain(requestContext, () => copyAnswer(requestContext, incoming));
    if (counted === null) copy();
    else void counted.then(copy);
  };

  const copyAnswer = (requestContext: RequestContext, incoming: IncomingMessage) => {
    const { response } = requestContext;
    if (response.headersSent) return;
    copyPassedHeaders(incoming.headers, response);
    response.writeHead(incoming.statusCode ?? 502);
    const onData = (chunk: Buffer) => {
      if (!response.write(chunk)) incoming.pause();
    };
    incoming.on('data', contain(requestContext, onData));
    incoming.once(
      'end',
      contain(requestContext, () => response.end()),
    );
    response.on(
      'drain',
      contain(requestContext, () => incoming.resume()),
    );
  };

  const proxy = createProxyMiddleware<IncomingMessage, ServerResponse>({
    target: context.authUrl,
    agent,
    selfHandleResponse: true,
    ejectPlugins: true,
    plugins: [
      (server) => {
        server.on('error', (error, passed) =>
          inRequest(passed, (requestContext) => onProxyError(requestContext, error)),
        );
        server.on('proxyReq', (outgoing, passed) =>
          inRequest(passed, (requestContext) => onOutgoing(requestContext, outgoing)),
        );
        server.on('proxyRes', (incoming, passed) =>
          inRequest(passed, (requestContext) => onIncoming(requestContext, incoming)),
        );
      },
    ],
  });

  const readRequest = async (requestContext: RequestContext): Promise<Buffer | null> => {
    const { request, response, path } = requestContext;
    assertWellFormed(requestContext);
    if (!isPublicAuthPath(path)) throw notFound();
    if (!methods.includes(request.method ?? '')) {
      response.setHeader('Allow', methods.join(', '));
      throw new Problem('METHOD_NOT_ALLOWED', `This path supports ${methods.join(', ')}.`);
    }
    const owner = context.rateLimits.readNetwork(request);
    return readBody(requestContext, { budget: context.authBodies, owner, maxBytes });
  };

  const admit = async (requestContext: RequestContext): Promise<Buffer | null> => {
    await counting.admit(requestContext);
    try {
      const body = await readRequest(requestContext);
      await counting.admitClient(requestContext, body);
      return body;
    } catch (error) {
      // Also counts a request that was refused before its client could be identified.
      const isRefused = error instanceof Problem && error.code === 'RATE_LIMIT_EXCEEDED';
      if (!isRefused) await counting.countUnread(requestContext);
      throw error;
    }
  };

  const pass = (requestContext: RequestContext, body: Buffer | null): void => {
    const { request, response, fail, deadline } = requestContext;
    if (inFlight >= maxRequests) throw unavailable(unavailableMessage, 'too many requests in flight');
    const late = contain(requestContext, () => fail(unavailable(unavailableMessage, 'the deadline has passed')));
    const timer = setTimeout(late, Math.max(deadline - Date.now(), 0));
    inFlight += 1;
    requestContext.onClose(() => {
      clearTimeout(timer);
      inFlight -= 1;
    });
    const { addresses } = context;
    const client = { address: addresses.read(request), scheme: addresses.readScheme(request) };
    const passed = toPassedRequest(requestContext, toPassedHeaders(requestContext, client), body);
    requestContexts.set(passed, requestContext);
    proxy(passed, response, (error?: unknown) => fail(unavailable(unavailableMessage, error))).catch(fail);
  };

  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const { path } = splitTarget(request.url ?? '/');
    const requestContext = createRequestContext(request, response, {
      mode: 'live',
      budgetMs: context.budgetMs,
      render: chooseRefusal(request, path),
    });
    requestContext.route = 'pass-through';
    context.logOnClose(requestContext);
    const isForAnyOrigin = allowsAnyOrigin(path);
    if (isForAnyOrigin) allowAnyOrigin(response, exposedByOAuth);
    admit(requestContext)
      .then((body) => (isForAnyOrigin && isPreflight(request) ? answerPreflight(response) : pass(requestContext, body)))
      .catch(requestContext.fail);
  };

  return { handle, close: () => agent.destroy() };
}
