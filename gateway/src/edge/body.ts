import type { IncomingMessage } from 'node:http';
import { type Readable, Transform } from 'node:stream';
import { Problem } from '@plotline/kit/errors';
import { bodyLimit } from '@plotline/kit/http/body';

/** Up to this many bytes a body is awaited whole: cheaper, and a slow client does not hold a connection to a service. */
const awaitedWhole = 65_536;

/** What is passed on as the body of a request. */
export type Body = Buffer | Readable | null;

const tooLarge = () => new Problem('PAYLOAD_TOO_LARGE', `The body is larger than ${bodyLimit} bytes.`);

function whole(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.once('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    request.once('close', () => reject(new Problem('BAD_REQUEST', 'The body ended before its length.')));
  });
}

function bounded(request: IncomingMessage): Readable {
  let bytes = 0;
  // A stream of its own, as whoever sends it on destroys it on a failure, and the request's socket would go with it.
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > bodyLimit) done(tooLarge());
      else done(null, chunk);
    },
  });
  return request.pipe(body);
}

/**
 * The body to pass on: none, as a stream, or a promise of a small one; bodies of GET and HEAD mean nothing (RFC 9110,
 * 9.3.1) and stay here. Throws PAYLOAD_TOO_LARGE when the length says so; a body without a length fails as a stream once
 * it is too long.
 */
export function bodyOf(request: IncomingMessage): Body | Promise<Buffer> {
  const { method, headers } = request;
  const length = Number(headers['content-length'] ?? 0);
  const hasLength = headers['transfer-encoding'] === undefined;
  if (length > bodyLimit) throw tooLarge();
  if (method === 'GET' || method === 'HEAD' || (hasLength && length === 0)) return null;
  return hasLength && length <= awaitedWhole ? whole(request) : bounded(request);
}
