import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import { isTraceparent } from '@plotline/kit/core/ids';
import type { Deadline } from '@plotline/kit/core/time';
import { type Span, startRequestSpan } from '@plotline/kit/telemetry/span';
import type { CountedRequest } from '../limits/counted-request.js';
import type { PlanUsage } from '../limits/plans.js';
import { contain } from './contain.js';
import type { Identity } from './identity.js';
import { createOnClose } from './on-close.js';
import { commonHeaders, type RenderProblem, renderEnvelope, sendProblem } from './problems.js';
import { splitTarget } from './request-target.js';

/** One HTTP request on its way through the gateway, with the facts for the access log that each step adds. */
export interface RequestContext extends CountedRequest {
  readonly requestId: string;
  /** Span of the request. Calls that the request causes have its `traceparent`. */
  readonly span: Span;
  /** Deadline of the request. It is moved when an upload's body has ended. */
  deadline: Deadline;
  /** Mount of the API, such as `/live`; empty on the API hosts. */
  readonly mount: string;
  /** Raw path, without the query string and the mount. */
  readonly path: string;
  /** Raw query with its question mark; empty when the request has no query. */
  readonly query: string;
  /** operationId in the contract, once matched. */
  route: string;
  /** Template of the operation's path, once matched. */
  template: string | null;
  workspaceId: string | null;
  /** Verified identity of the client; null until it is known. */
  identity: Pick<Identity, 'actor' | 'credentialId'> | null;
  /** Usage of the workspace's plan once the request is counted; null for a request that counts against a person. */
  usage: PlanUsage | null;
  /**
   * Time on the monotonic clock at which the response became an open stream. The measured duration of the request ends
   * then. Null for other responses.
   */
  streamingSince: number | null;
  /** The error, when the response is a problem. */
  error: unknown;
  /** Sends the response for any thrown value, or cuts off a response that has started; never throws. */
  readonly fail: (error: unknown) => void;
}

/** Route logged for a request that matches no operation. */
export const unmatchedRoute = 'unmatched';

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the client's request id if it is safe for logs and headers; otherwise a new id. */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && requestIdPattern.test(header)
    ? header
    : `req_${randomUUID().replaceAll('-', '')}`;
}

/**
 * Starts the span of a request, in the client's trace when its `traceparent` is well-formed. No attribute may hold a
 * secret or personal data: no path, query, address or user agent.
 */
function startSpanOfRequest({ headers, method = '' }: IncomingMessage, requestId: string, mode: Mode): Span {
  const { traceparent } = headers;
  return startRequestSpan(isTraceparent(traceparent) ? traceparent : undefined, () => ({
    name: method,
    kind: 'server',
    attributes: { 'http.request.method': method, 'plotline.mode': mode, 'plotline.request_id': requestId },
  }));
}

interface RequestContextOptions {
  readonly mode: Mode;
  /** Time from the request's arrival to its deadline. */
  readonly budgetMs: number;
  readonly render?: RenderProblem;
  /** Start of the path, before the part that the contract describes. */
  readonly mount?: string;
}

/** Creates the context of a request and sets the headers of every response. */
export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  { mode, budgetMs, render = renderEnvelope, mount = '' }: RequestContextOptions,
): RequestContext {
  const { path, query } = splitTarget(request.url ?? '/');
  const requestId = readRequestId(request.headers['x-request-id']);
  response.setHeader('X-Request-Id', requestId);
  for (const [name, value] of commonHeaders) response.setHeader(name, value);
  const onClose = createOnClose(request, response);
  const requestContext: RequestContext = {
    request,
    response,
    mode,
    requestId,
    span: startSpanOfRequest(request, requestId, mode),
    deadline: Date.now() + budgetMs,
    mount,
    path: path.slice(mount.length),
    query,
    route: unmatchedRoute,
    template: null,
    workspaceId: null,
    identity: null,
    usage: null,
    streamingSince: null,
    refund: null,
    isCountedForAddress: false,
    error: undefined,
    fail: (error) => {
      requestContext.error ??= error;
      if (response.writableEnded) return;
      try {
        if (error instanceof Problem && error.code === 'RATE_LIMIT_EXCEEDED') requestContext.refund?.();
        sendProblem(request, response, error, render);
      } catch {
        response.destroy();
      }
    },
    onClose: (step) => onClose(contain(requestContext, step)),
  };
  return requestContext;
}
