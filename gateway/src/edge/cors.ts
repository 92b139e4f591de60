import type { IncomingMessage, ServerResponse } from 'node:http';

/** Response headers that a page from another origin may read (Fetch standard, 3.3). */
export type ExposedHeaders = readonly string[];

/** Headers of the API. */
export const exposedByApi: ExposedHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'ETag',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Ignored-Parameters',
  'X-Quota-Name',
  'X-Quota-Limit',
  'X-Quota-Remaining',
];

/** Headers of the endpoints that public OAuth clients call from a page. */
export const exposedByOAuth: ExposedHeaders = ['Retry-After', 'WWW-Authenticate', 'X-Request-Id'];

/** Listed by name, because `*` does not include Authorization. */
const allowedHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'If-None-Match',
  'Prefer',
  'Traceparent',
  'X-Request-Id',
  'X-Workspace-ID',
].join(', ');

const preflightHeaders = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': allowedHeaders,
  // Two hours, which is the longest that browsers accept.
  'Access-Control-Max-Age': '7200',
};

/**
 * Lets a page from any origin read the response. The browser sends no cookies; the API ignores them anyway. A response
 * that shared caches may store always needs these headers, because such a page may get it next.
 */
export function allowAnyOrigin(response: ServerResponse, exposed: ExposedHeaders): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
}

/** The same headers as lines, for requests that can't be parsed. A page may have sent such a request. */
export const anyOriginLines: readonly string[] = [
  'Access-Control-Allow-Origin: *',
  `Access-Control-Expose-Headers: ${exposedByApi.join(', ')}`,
];

/**
 * Returns whether the request is a preflight. With a preflight, the browser asks which requests a page from another
 * origin may send.
 */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Sends 204 with the methods and headers that a page from any origin may send. */
export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, preflightHeaders).end();
}
