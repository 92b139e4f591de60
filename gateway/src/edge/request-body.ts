import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { Problem } from '@plotline/kit/errors';
import { bodyLimit } from '@plotline/kit/http/body';

/** Larger bodies are streamed. A buffered body costs less, and a slow client holds no connection to a service. */
const maxBufferedBytes = 65_536;

/** Bounds on draining a body that nobody wants. */
const maxDrainBytes = 8 * 1_048_576;
const drainTimeoutMs = 5_000;

/** The body as it is forwarded. */
export type Body = Buffer | Readable | null;

const createTooLarge = () => new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${bodyLimit} bytes.`);

function bufferBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('close', () => reject(new Problem('BAD_REQUEST', 'The body ended before its length.')));
  });
}

function streamBody(request: IncomingMessage): Readable {
  let bytes = 0;
  // A stream of its own: the HTTP client destroys it on a failure, and the client's socket must survive that.
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bodyLimit) done(createTooLarge());
      else done(null, chunk);
    },
  });
  return request.pipe(body);
}

/**
 * Reads the body to forward: null, a promise of a buffer, or a stream. Bodies of GET and HEAD mean nothing (RFC 9110,
 * 9.3.1) and are not forwarded. Throws PAYLOAD_TOO_LARGE when the length says so; a body without a length fails as a
 * stream once it is too long.
 */
export function readBody(request: IncomingMessage): Body | Promise<Buffer> {
  const { method, headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  const hasLength = headers['transfer-encoding'] === undefined;
  if (length > bodyLimit) throw createTooLarge();
  if (method === 'GET' || method === 'HEAD' || (hasLength && length === 0)) return null;
  return hasLength && length <= maxBufferedBytes ? bufferBody(request) : streamBody(request);
}

/** Whether the rest of the body is known to fit the drain bounds, so that the connection can take another request. */
export function isDrainable({ complete, headers }: IncomingMessage): boolean {
  if (complete) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxDrainBytes;
}

/** Reads and discards the rest of a body. A body that was piped is paused; unpiping and resuming makes it flow again. */
export function drain(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.unpipe();
  request.resume();
}

/** Drains until the body ends or the bounds are reached, then calls `done`; possibly more than once. */
export function drainWithinBounds(request: IncomingMessage, done: () => void): void {
  let bytesLeft = maxDrainBytes;
  const timer = setTimeout(done, drainTimeoutMs);
  request.on('data', (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) done();
  });
  request.once('end', done);
  request.once('close', () => {
    clearTimeout(timer);
    done();
  });
  drain(request);
}
