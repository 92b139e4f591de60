import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';
import type { Caller } from '../core/caller.js';
import { Problem } from '../core/errors.js';
import { isTraceparent } from '../core/ids.js';
import { type Span, startSpan } from '../telemetry/span.js';
import type { Route } from './contract/document.js';

/**
 * Returns the client's address from the gateway's X-Forwarded-For. The gateway drops the client's own header. Use it
 * only in servers that only the gateway can reach.
 */
export function readClientAddress({ headers, socket }: IncomingMessage): string {
  const forwarded = headers['x-forwarded-for'];
  return (typeof forwarded === 'string' ? forwarded : socket.remoteAddress) ?? 'unknown';
}

const dottedIpv4 = /^\d{1,3}(\.\d{1,3}){3}$/;

/**
 * Returns the network for which limits count an address. An IPv4 address, even a mapped one, counts by itself. For an
 * IPv6 address it is the /64, because every client has a whole /64.
 */
export function toLimitedNetwork(address: string): string {
  if (dottedIpv4.test(address)) return address;
  if (!ipaddr.isValid(address)) return 'unknown';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** Facts about a request that the gateway sends along with its caller, if any. */
export interface RequestOrigin {
  readonly requestId?: string;
  readonly traceparent?: string;
}

/** Reads the ids for a request's log lines. They aren't signed, so no decision may depend on them. */
export function readRequestOrigin({ headers }: IncomingMessage): RequestOrigin {
  const { 'x-request-id': requestId, traceparent } = headers;
  return {
    ...(typeof requestId === 'string' ? { requestId } : {}),
    ...(isTraceparent(traceparent) ? { traceparent } : {}),
  };
}

/** Returns whether a `Prefer` header requests strict handling (RFC 7240, section 4.4). */
export function prefersStrict(prefer: string | undefined): boolean {
  return prefer !== undefined && /(^|,)\s*handling\s*=\s*"?strict"?\s*(,|;|$)/i.test(prefer);
}

const methodsWithBody: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH']);

const wholeNumber = /^\d{1,15}$/;

function assertOneMeaning({ headers, httpVersion }: IncomingMessage): void {
  const encoding = headers['transfer-encoding'];
  const length = headers['content-length'];
  const isSound =
    encoding === undefined
      ? length === undefined || wholeNumber.test(length)
      : encoding.toLowerCase() === 'chunked' && length === undefined && httpVersion === '1.1';
  if (!isSound)
    throw new Problem(
      'BAD_REQUEST',
      'Content-Length and Transfer-Encoding contradict each other about the end of the body.',
    );
}

/** Returns whether the request has a body. A body of length 0 doesn't count. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Throws BAD_REQUEST unless every reader of the request finds the same end of it (RFC 9112, 6.3 and 11.2). The request
 * must have a length, or chunks of HTTP/1.1 without another coding. Only POST, PUT and PATCH may have a body. If a
 * proxy read a body where its upstream reads none, a client could smuggle a request into a connection that others
 * share.
 */
export function assertFraming(request: IncomingMessage): void {
  assertOneMeaning(request);
  if (hasBody(request) && !methodsWithBody.has(request.method ?? '')) {
    throw new Problem('BAD_REQUEST', `A ${request.method} request must not have a body.`);
  }
}

/** Starts an operation's span. The span shows the template of the path, and not the query. */
export function startOperationSpan(
  { method = '' }: Pick<IncomingMessage, 'method'>,
  { traceparent, requestId, workspaceId }: Pick<Caller, 'traceparent' | 'requestId' | 'workspaceId'>,
  { path, operation }: Route,
): Span {
  return startSpan(traceparent, () => ({
    name: `${method} ${path}`,
    kind: 'server',
    attributes: {
      'http.request.method': method,
      'http.route': path,
      'plotline.operation': operation.operationId,
      'plotline.request_id': requestId,
      'plotline.workspace_id': workspaceId,
    },
  }));
}

/** Ends a server's span. A refusal doesn't count as a failure. */
export function endOperationSpan(span: Span | undefined, status: number): void {
  span?.set({ 'http.response.status_code': status });
  span?.end(status >= 500 ? String(status) : undefined);
}
