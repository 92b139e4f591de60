import type { IncomingMessage, ServerResponse } from 'node:http';

/** Headers that a page of any origin may read of an answer (Fetch standard, 3.3). */
export type ExposedHeaders = readonly string[];

/** Of the API (decisions, "Credentials, scopes, workspaces"). */
export const exposedByApi: ExposedHeaders = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Request-Id',
  'ETag',
  'Retry-After',
  'Idempotency-Replayed',
  'X-Ignored-Parameters',
];

/** Of the endpoints that public clients of OAuth call from a page. */
export const exposedByOAuth: ExposedHeaders = ['Retry-After', 'WWW-Authenticate', 'X-Request-Id'];

/** `*` would not cover Authorization. */
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
  // Browsers keep it for two hours at most.
  'Access-Control-Max-Age': '7200',
};

/**
 * Lets a page of any origin read the answer. It is sent without credentials of the browser, as cookies do not count here. An answer
 * that shared caches may keep says so to every client: the next one to get it may be such a page.
 */
export function allowAnyOrigin(response: ServerResponse, exposed: ExposedHeaders): void {
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Access-Control-Expose-Headers', exposed.join(', '));
}

/** The same as lines of a head, for what cannot be parsed and so does not tell whether a page sent it. */
export const anyOriginLines: readonly string[] = [
  'Access-Control-Allow-Origin: *',
  `Access-Control-Expose-Headers: ${exposedByApi.join(', ')}`,
];

/** Whether a browser asks what it may send for a page of another origin. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && 'access-control-request-method' in headers;
}

/** Answers 204, with what a page of any origin may send. */
export function answerPreflight(response: ServerResponse): void {
  response.writeHead(204, preflightHeaders).end();
}
