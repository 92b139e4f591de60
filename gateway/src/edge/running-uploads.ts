import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

const bodies = new WeakMap<IncomingMessage, Readable>();

/** Remembers an upload whose body is read, until it is closed. */
export function trackUpload(request: IncomingMessage, body: Readable): void {
  bodies.set(request, body);
  body.once('close', () => bodies.delete(request));
}

/** Whether the request is an upload whose body is read, and which has time limits of its own. */
export function isRunningUpload(request: IncomingMessage): boolean {
  return bodies.has(request);
}

/** Ends an upload whose answer is known: what still arrives is nobody's. */
export function stopUpload(request: IncomingMessage): void {
  bodies.get(request)?.destroy();
}
