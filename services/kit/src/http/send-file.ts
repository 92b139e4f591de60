import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import type { FileAnswer } from '../core/answer.js';
import { matchesTag } from './etag.js';

function writeHead(response: Response, { status, file }: FileAnswer): void {
  response.attachment(file.name);
  response.writeHead(status, {
    'content-type': file.type,
    ...(file.length === undefined ? {} : { 'content-length': file.length }),
  });
}

/**
 * Sends a file. Rejects when its source fails after the client has received part of it. A disconnected client isn't an
 * error.
 */
export async function sendFile(request: Request, response: Response, answer: FileAnswer): Promise<void> {
  const { file } = answer;
  const known = request.get('if-none-match');
  if (file.etag !== undefined) response.setHeader('etag', file.etag);
  if (file.etag !== undefined && known !== undefined && matchesTag(known, file.etag)) {
    response.writeHead(304).end();
    return;
  }
  if (request.method === 'HEAD') {
    writeHead(response, answer);
    response.end();
    return;
  }
  const source = file.open();
  let isClientGone = false;
  response.once('close', () => {
    isClientGone = !source.destroyed;
  });
  writeHead(response, answer);
  await pipeline(source, response).catch((error: unknown) => {
    if (!isClientGone) throw error;
  });
}
