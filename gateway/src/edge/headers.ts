import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { callerHeader } from '@plotline/kit/caller';
import { internalPrefix } from '@plotline/kit/http/internal-headers';
import type { Exchange } from './exchange.js';

/**
 * Not passed on: what concerns one connection only (RFC 9110, 7.6.1), credentials, what the signed caller already says,
 * and `accept-encoding`, as bytes that are wrapped in an envelope must not be compressed.
 */
const kept = new Set([
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

/** The client's headers for the service behind, as name and value in turn, with the signed caller. */
export function requestHeaders(exchange: Exchange, caller: string, withBody: boolean): string[] {
  const { headers } = exchange.request;
  const named =
    headers.connection
      ?.toLowerCase()
      .split(',')
      .map((name) => name.trim()) ?? [];
  const result = [callerHeader, caller, 'traceparent', exchange.traceparent];
  for (const name in headers) {
    if (kept.has(name) || name.startsWith(internalPrefix) || named.includes(name)) continue;
    const value = headers[name];
    if (typeof value === 'string') result.push(name, value);
  }
  if (withBody && headers['content-length'] !== undefined) result.push('content-length', headers['content-length']);
  return result;
}

/** All that a service may say to a client in headers. */
const passed = [
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

/** Copies what a service's answer says to the client. */
export function copyHeaders(from: IncomingHttpHeaders, to: ServerResponse): void {
  for (const name of passed) {
    const value = from[name];
    if (value !== undefined) to.setHeader(name, value);
  }
}
