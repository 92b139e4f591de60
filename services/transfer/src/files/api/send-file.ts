import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { notFound } from '@plotline/kit/core/errors';
import { matchesTag } from '@plotline/kit/http/etag';
import type { Request, Response } from 'express';
import type { ByteRange, FileStore, SentFile } from '../store/file-store.js';

/** Time after which a client is disconnected if it reads nothing. */
const idleMs = 60_000;

/**
 * Returns the range that the client requests. Returns null for the whole file, and undefined for a range that the file
 * doesn't have.
 */
function findRange(request: Request, { size }: SentFile, tag: string): ByteRange | null | undefined {
  const condition = request.get('if-range');
  if (condition !== undefined && condition !== tag) return null;
  const ranges = request.range(size);
  if (ranges === -1) return undefined;
  // Requests with several ranges or an invalid range get the whole file (RFC 9110, 14.2).
  const [range, ...further] = Array.isArray(ranges) && ranges.type === 'bytes' ? ranges : [];
  return range && further.length === 0 ? range : null;
}

/**
 * Returns whether the client already has the file. Compares the entity tag or, if the request has none, the time of the
 * last change (RFC 9110, 13.2.2).
 */
function isKnown(request: Request, response: Response, tag: string): boolean {
  const known = request.get('if-none-match');
  if (known !== undefined) return matchesTag(known, tag);
  const changed = Date.parse(String(response.getHeader('last-modified')));
  return changed <= Date.parse(request.get('if-modified-since') ?? '');
}

/** Sends a file, or the requested range of it, as fast as the client reads. */
export async function sendFile(request: Request, response: Response, files: FileStore, file: SentFile): Promise<void> {
  const tag = `"${file.sha256.slice(0, 32)}"`;
  response.set({ etag: tag, 'accept-ranges': 'bytes', 'x-content-type-options': 'nosniff', ...file.headers });
  if (isKnown(request, response, tag)) {
    response.status(304).end();
    return;
  }
  const range = findRange(request, file, tag);
  if (range === undefined) {
    response.status(416).set('content-range', `bytes */${file.size}`).end();
    return;
  }
  if ((await files.size(file.id)) === undefined) throw notFound();
  const { start, end = file.size - 1 } = range ?? { start: 0 };
  if (range) response.status(206).set('content-range', `bytes ${start}-${end}/${file.size}`);
  response.set('content-length', String(end - start + 1));
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  response.setTimeout(idleMs, () => response.destroy());
  const content = files.read(file.id, { ...(range && { range: { start, end } }) });
  // If a client disconnects, reading ends, because no response can reach the client.
  await pipeline(Readable.from(content, { objectMode: false }), response).catch((error: unknown) => {
    if (!response.destroyed) throw error;
  });
}
