import type { IncomingMessage } from 'node:http';
import { Problem } from '../core/errors.js';

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
    throw new Problem('BAD_REQUEST', 'Content-Length and Transfer-Encoding do not tell where the body ends.');
}

/** Whether the request has a body, one of length 0 not included. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Throws BAD_REQUEST unless everything that reads the request finds the same end of it (RFC 9112, 6.3 and 11.2): a length,
 * or chunks of HTTP/1.1 without another coding, and a body with POST, PUT and PATCH alone. A proxy that reads a body where
 * its upstream reads none lets the client put a request of its own into the connection that others share.
 */
export function assertFraming(request: IncomingMessage): void {
  assertOneMeaning(request);
  if (hasBody(request) && !methodsWithBody.has(request.method ?? '')) {
    throw new Problem('BAD_REQUEST', `A ${request.method} request has no body.`);
  }
}
