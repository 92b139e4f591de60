import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { callerHeader } from '@plotline/kit/core/caller';
import type { Span } from '@plotline/kit/telemetry/span';
import type { RequestContext } from './request-context.js';

/** Prefix of internal headers. They are dropped from clients' requests and from responses to clients. */
const internalPrefix = 'x-plotline-';

/** Headers about a single connection (RFC 9110, 7.6.1), including those that frame its body. */
const hopByHop = [
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
  'content-length',
];

/** Headers about the client's origin. They count only if a trusted proxy sent them (`limits/client-address`). */
const origin = [
  'forwarded',
  'x-real-ip',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-port',
  'x-forwarded-proto',
];

/**
 * Request headers that are not passed to services: credentials, and facts that the signed caller already contains. Also
 * `accept-encoding`, because a compressed body can't be wrapped in an envelope.
 */
const notForServices = new Set([
  ...hopByHop,
  ...origin,
  'host',
  'authorization',
  'cookie',
  'accept-encoding',
  'x-request-id',
  'x-workspace-id',
  'traceparent',
]);

const notPassedThrough = new Set([...hopByHop, ...origin, 'x-request-id', 'traceparent']);

/**
 * Returns the headers of a message, without internal headers, those in `dropped`, and those that its `Connection`
 * header names.
 */
function pickHeaders<Value>(
  headers: Readonly<Record<string, Value | undefined>>,
  connection: string | undefined,
  dropped: ReadonlySet<string>,
): [name: string, value: Value][] {
  const options = connection?.toLowerCase().split(',') ?? [];
  const connectionOptions = options.map((name) => name.trim());
  const picked: [name: string, value: Value][] = [];
  for (const name in headers) {
    if (dropped.has(name) || name.startsWith(internalPrefix) || connectionOptions.includes(name)) continue;
    const value = headers[name];
    if (value !== undefined) picked.push([name, value]);
  }
  return picked;
}

/**
 * Builds the headers of a request to a service as alternating names and values. Includes the signed caller if there is
 * one, and the client's credential if the service verifies it.
 */
export function toForwardedHeaders(
  { request, requestId }: RequestContext,
  { caller, keepsAuthorization }: { readonly caller: string | null; readonly keepsAuthorization: boolean },
  { traceparent }: Span,
): string[] {
  const { headers } = request;
  const { authorization } = headers;
  const forwarded = [
    'x-request-id',
    requestId,
    'traceparent',
    traceparent,
    ...(caller === null ? [] : [callerHeader, caller]),
    ...(keepsAuthorization && authorization !== undefined ? ['authorization', authorization] : []),
  ];
  for (const [name, value] of pickHeaders(headers, headers.connection, notForServices)) {
    if (typeof value === 'string') forwarded.push(name, value);
  }
  return forwarded;
}

/** Builds the headers of a request that is passed through to the auth service, except those about its body. */
export function toPassedHeaders(
  { request, requestId, span }: RequestContext,
  client: { readonly address: string; readonly scheme: string },
): IncomingHttpHeaders {
  const { headers } = request;
  return {
    ...Object.fromEntries(pickHeaders(headers, headers.connection, notPassedThrough)),
    connection: 'keep-alive',
    'x-request-id': requestId,
    traceparent: span.traceparent,
    'x-forwarded-for': client.address,
    'x-forwarded-host': headers.host ?? '',
    'x-forwarded-proto': client.scheme,
  };
}

const hopByHopNames = new Set(hopByHop.filter((name) => name !== 'content-length'));

/** Copies the headers of a response that is passed through, except those about the connection to the service. */
export function copyPassedHeaders(from: IncomingHttpHeaders, to: ServerResponse): void {
  for (const [name, value] of pickHeaders(from, from.connection, hopByHopNames)) to.setHeader(name, value);
}

/** The only headers of a service's response that reach a client. */
const publicResponseHeaders = [
  'content-type',
  'content-disposition',
  'content-range',
  'accept-ranges',
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
  'x-ignored-parameters',
  'x-quota-name',
  'x-quota-limit',
  'x-quota-remaining',
  'deprecation',
  'sunset',
];

/** Copies the public headers of a service's response to the response for the client. */
export function copyResponseHeaders(from: IncomingHttpHeaders, to: ServerResponse): void {
  for (const name of publicResponseHeaders) {
    const value = from[name];
    if (value !== undefined) to.setHeader(name, value);
  }
}
