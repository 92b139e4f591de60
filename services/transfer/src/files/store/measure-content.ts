import { createHash } from 'node:crypto';
import { Problem } from '@plotline/kit/core/errors';
import type { PutOptions, StoredFile } from './file-store.js';

export interface MeasuredContent {
  readonly chunks: AsyncGenerator<Buffer>;
  /** Returns the size and the hash of the content. Call it after the last chunk. */
  readonly measure: () => StoredFile;
}

/** Passes the content on, and measures its size and hash. Throws if the content is too large or the signal aborts. */
export function measureContent(content: AsyncIterable<Buffer>, { maxBytes, signal }: PutOptions): MeasuredContent {
  const hash = createHash('sha256');
  let size = 0;
  async function* pass(): AsyncGenerator<Buffer> {
    for await (const chunk of content) {
      signal?.throwIfAborted();
      size += chunk.length;
      if (size > maxBytes) throw new Problem('PAYLOAD_TOO_LARGE', `The file is larger than ${maxBytes} bytes.`);
      hash.update(chunk);
      yield chunk;
    }
  }
  return { chunks: pass(), measure: () => ({ size, sha256: hash.digest('hex') }) };
}
