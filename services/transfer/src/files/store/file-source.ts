import type { ByteRange, FileStore } from './file-store.js';

/** Stored file that can be read from any position. */
export interface StoredFileSource {
  readonly size: number;
  readonly read: (range: ByteRange) => AsyncGenerator<Buffer>;
}

/** Returns a file of the store by its id and size, for readers that don't start at the beginning of the file. */
export function createFileSource(
  files: Pick<FileStore, 'read'>,
  id: string,
  size: number,
  signal?: AbortSignal,
): StoredFileSource {
  return { size, read: (range) => files.read(id, { range, ...(signal && { signal }) }) };
}
