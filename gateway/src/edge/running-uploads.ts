import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';

const bodies = new WeakMap<IncomingMessage, Readable>();

/** Tracks an upload while its body is read. */
export function trackUpload(request: IncomingMessage, body: Readable): void {
  bodies.set(request, body);
  body.once('close', () => bodies.delete(request));
}

/** Returns whether the request is a running upload, which has its own time limits. */
export function isRunningUpload(request: IncomingMessage): boolean {
  return bodies.has(request);
}

/** Ends an upload whose response is known. The rest of its body is discarded. */
export function stopUpload(request: IncomingMessage): void {
  bodies.get(request)?.destroy();
}
