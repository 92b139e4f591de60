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
    throw new Problem(
      'BAD_REQUEST',
      'Content-Length and Transfer-Encoding contradict each other about the end of the body.',
    );
}

/** Whether the request has a body. A body of length 0 doesn't count. */
export function hasBody({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/**
 * Throws BAD_REQUEST unless every reader of the request finds the same end of it (RFC 9112, 6.3 and 11.2): a length, or
 * chunks of HTTP/1.1 without another coding, and a body only with POST, PUT and PATCH. If a proxy read a body where its
 * upstream reads none, a client could smuggle a request of its own into a connection that others share.
 */
export function assertFraming(request: IncomingMessage): void {
  assertOneMeaning(request);
  if (hasBody(request) && !methodsWithBody.has(request.method ?? '')) {
    throw new Problem('BAD_REQUEST', `A ${request.method} request must not have a body.`);
  }
}
