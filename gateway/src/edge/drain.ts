import type { IncomingMessage, ServerResponse } from 'node:http';
import { contain } from './contain.js';
import { stopUpload } from './running-uploads.js';

/** Limits for draining a body that is no longer needed. */
const maxDrainBytes = 8 * 1_048_576;
const drainTimeoutMs = 5_000;

/** Returns whether the rest of the body certainly fits into the drain limits, so that the connection can be reused. */
export function isDrainable({ complete, headers }: IncomingMessage): boolean {
  if (complete) return true;
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) <= maxDrainBytes;
}

/** Reads and discards the rest of a body. The time limit of the whole request also limits this. */
export function drain(request: IncomingMessage): void {
  if (!request.readableEnded) request.resume();
}

/**
 * Ends a response with its last bytes. If the request is still arriving, closes the connection once the client can read
 * the response.
 */
export function endResponse(request: IncomingMessage, response: ServerResponse, bytes: Buffer | string): void {
  if (request.complete) {
    response.end(bytes);
    return;
  }
  // `write` sends the whole response; `end` closes the connection.
  response.write(bytes);
  drainWithinBounds(request, response);
}

/** Drains until the body ends or a limit is reached. Then ends the response, which closes the connection. */
function drainWithinBounds(request: IncomingMessage, response: ServerResponse): void {
  stopUpload(request);
  let bytesLeft = maxDrainBytes;
  const contained = { fail: () => response.destroy() };
  const end = contain(contained, () => response.end());
  const timer = setTimeout(end, drainTimeoutMs);
  const onData = contain(contained, (chunk: Buffer) => {
    bytesLeft -= chunk.length;
    if (bytesLeft < 0) end();
  });
  const onClose = contain(contained, () => {
    clearTimeout(timer);
    response.end();
  });
  request.on('data', onData).once('end', end).once('close', onClose);
  drain(request);
}
