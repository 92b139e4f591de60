import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/caller';
import type { Deadline } from '@plotline/kit/deadline';
import type { PlanUsage } from '../limits/plans.js';
import { commonHeaders, type RenderProblem, renderEnvelope, sendProblem } from './problems.js';
import { splitTarget } from './request-target.js';

/** One HTTP request on its way through the gateway: what it says, and what the steps find out for the access log. */
export interface RequestContext {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mode: Mode;
  readonly requestId: string;
  readonly traceparent: string;
  /** Of an upload it is moved. */
  deadline: Deadline;
  /** What the API is mounted at, such as `/live`; empty on the API hosts. */
  readonly mount: string;
  /** Raw, without the query string and without the mount. */
  readonly path: string;
  /** Raw, with its question mark; empty when the request has none. */
  readonly query: string;
  /** The operationId of the contract, once matched. */
  route: string;
  workspaceId: string | null;
  /** Use of the workspace's plan, once the request is counted. */
  usage: PlanUsage | null;
  /** Whether the request is in the count of its address. */
  isCountedForAddress: boolean;
  /** What was thrown, when the response is a problem. */
  error: unknown;
  /** Answers with anything thrown, or cuts off a response that has begun; never throws. */
  readonly fail: (error: unknown) => void;
}

const requestIdPattern = /^[A-Za-z0-9._-]{1,128}$/;

/** Returns the client's own request id when it is fit for logs and headers, else a new one. */
export function readRequestId(header: string | string[] | undefined): string {
  return typeof header === 'string' && requestIdPattern.test(header)
    ? header
    : `req_${randomUUID().replaceAll('-', '')}`;
}

/** W3C Trace Context, version 00: neither id may be all zeros, and `ff` is no version. */
const traceparentPattern = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** Returns the client's `traceparent` when it is well formed, else that of a new, unsampled trace. */
export function readTraceparent(header: string | string[] | undefined): string {
  if (typeof header === 'string' && traceparentPattern.test(header)) return header;
  const traceId = randomUUID().replaceAll('-', '');
  const spanId = randomUUID().replaceAll('-', '').slice(16);
  return `00-${traceId}-${spanId}-00`;
}

interface RequestContextOptions {
  readonly mode: Mode;
  /** Time from the request's arrival to its deadline. */
  readonly budgetMs: number;
  readonly render?: RenderProblem;
  /** What the path begins with before the path that the contract knows. */
  readonly mount?: string;
}

/** Creates the context of a request and sets the headers that every response carries. */
export function createRequestContext(
  request: IncomingMessage,
  response: ServerResponse,
  { mode, budgetMs, render = renderEnvelope, mount = '' }: RequestContextOptions,
): RequestContext {
  const { path, query } = splitTarget(request.url ?? '/');
  const requestId = readRequestId(request.headers['x-request-id']);
  response.setHeader('X-Request-Id', requestId);
  for (const [name, value] of commonHeaders) response.setHeader(name, value);
  const requestContext: RequestContext = {
    request,
    response,
    mode,
    requestId,
    traceparent: readTraceparent(request.headers.traceparent),
    deadline: Date.now() + budgetMs,
    mount,
    path: path.slice(mount.length),
    query,
    route: 'unmatched',
    workspaceId: null,
    usage: null,
    isCountedForAddress: false,
    error: undefined,
    fail: (error) => {
      requestContext.error ??= error;
      if (response.writableEnded) return;
      try {
        sendProblem(request, response, error, render);
      } catch {
        response.destroy();
      }
    },
  };
  return requestContext;
}
