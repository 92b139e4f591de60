import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Mode } from '@plotline/kit/caller';
import type { Deadline } from '@plotline/kit/deadline';
import type { PlanUsage } from '../limits/usage.js';
import { requestIdFrom } from './request-id.js';
import { traceparentFrom } from './trace.js';

/** One request of a client and its answer, with what becomes known on the way, for the log line. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly mode: Mode;
  readonly requestId: string;
  readonly traceparent: string;
  readonly deadline: Deadline;
  /** As the client wrote it, without the query. */
  readonly path: string;
  /** With its question mark; empty when there is none. */
  readonly query: string;
  /** The operation's id, once known. */
  route: string;
  workspaceId: string | null;
  /** What the workspace has used of its plan, once counted. */
  usage: PlanUsage | null;
  /** What was thrown, when the answer is a problem. */
  failure: unknown;
}

/** A request line may carry a whole URL (RFC 9112, 3.2.2); its authority means nothing here. */
function targetOf(url: string): string {
  if (url.startsWith('/')) return url;
  const target = url.replace(/^https?:\/\/[^/?#]*/i, '');
  return target.startsWith('/') ? target : `/${target}`;
}

/** Opens the exchange: what every answer says is on the response from here on, whatever comes. */
export function openExchange(request: IncomingMessage, response: ServerResponse, mode: Mode, budget: number): Exchange {
  const target = targetOf(request.url ?? '/');
  const mark = target.indexOf('?');
  const requestId = requestIdFrom(request.headers['x-request-id']);
  response.setHeader('X-Request-Id', requestId);
  response.setHeader('Cache-Control', 'no-store');
  return {
    request,
    response,
    mode,
    requestId,
    traceparent: traceparentFrom(request.headers.traceparent),
    deadline: Date.now() + budget,
    path: mark < 0 ? target : target.slice(0, mark),
    query: mark < 0 ? '' : target.slice(mark),
    route: 'unmatched',
    workspaceId: null,
    usage: null,
    failure: undefined,
  };
}
