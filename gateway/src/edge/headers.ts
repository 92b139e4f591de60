import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { callerHeader } from '@plotline/kit/caller';
import type { RequestContext } from './request-context.js';

/** Headers with this prefix are internal: they are dropped from requests and from responses of clients. */
export const internalPrefix = 'x-plotline-';

/**
 * Request headers that are not forwarded: the hop-by-hop ones (RFC 9110, 7.6.1), credentials, what the signed caller
 * says already, and `accept-encoding`, because a compressed body cannot be wrapped in an envelope.
 */
const notForwarded = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'expect',
  'host',
  'content-length',
  'authorization',
  'cookie',
  'accept-encoding',
  'x-request-id',
  'x-workspace-id',
  'traceparent',
]);

/** Builds the headers of the forwarded request, names and values by turns, with the signed caller. */
export function toForwardedHeaders(requestContext: RequestContext, caller: string, hasBody: boolean): string[] {
  const { headers } = requestContext.request;
  const connectionOptions =
    headers.connection
      ?.toLowerCase()
      .split(',')
      .map((name) => name.trim()) ?? [];
  const forwarded = [callerHeader, caller, 'traceparent', requestContext.traceparent];
  for (const name in headers) {
    if (notForwarded.has(name) || name.startsWith(internalPrefix) || connectionOptions.includes(name)) continue;
    const value = headers[name];
    if (typeof value === 'string') forwarded.push(name, value);
  }
  if (hasBody && headers['content-length'] !== undefined) forwarded.push('content-length', headers['content-length']);
  return forwarded;
}

/** The only headers of a service's response that reach a client. */
const publicResponseHeaders = [
  'content-type',
  'content-disposition',
  'content-language',
  'etag',
  'last-modified',
  'cache-control',
  'vary',
  'location',
  'retry-after',
  'allow',
  'idempotency-replayed',
  'preference-applied',
  'deprecation',
  'sunset',
];

/** Copies the public headers of a service's response to the client's. */
export function copyResponseHeaders(from: IncomingHttpHeaders, to: ServerResponse): void {
  for (const name of publicResponseHeaders) {
    const value = from[name];
    if (value !== undefined) to.setHeader(name, value);
  }
}
