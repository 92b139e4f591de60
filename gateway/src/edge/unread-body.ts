import type { IncomingMessage } from 'node:http';

/** Most that is still read of a body that nobody wants, in bytes and milliseconds. */
const longestRest = 8 * 1_048_576;
const longestWait = 5_000;

/**
 * Whether the body is at its end, or says that it comes to one within what is read of a body that nobody wants: the
 * connection can then take another request.
 */
export function endsInBounds({ complete, headers }: IncomingMessage): boolean {
  if (complete) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= longestRest;
}

/** Reads what is left of a body and forgets it. A body that was being piped has been left standing still. */
export function readOut(request: IncomingMessage): void {
  if (request.readableEnded) return;
  request.unpipe();
  request.resume();
}

/** Reads on until the body ends or the bounds are reached, then calls `over`; perhaps more than once. */
export function readOutInBounds(request: IncomingMessage, over: () => void): void {
  let left = longestRest;
  const timer = setTimeout(over, longestWait);
  request.on('data', (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) over();
  });
  request.once('end', over);
  request.once('close', () => {
    clearTimeout(timer);
    over();
  });
  readOut(request);
}
