import { type BucketAccess, createBucket } from '@plotline/kit/objects/bucket';
import { assertFileId, isFileId } from './file-id.js';
import type { FileStore, PutOptions, ReadOptions, StoredFile } from './file-store.js';
import { measureContent } from './measure-content.js';

/** Creates a store of files as objects of a bucket, whose keys are the ids. */
export function createS3Store(access: BucketAccess): FileStore {
  const bucket = createBucket(access);

  async function put(id: string, content: AsyncIterable<Buffer>, options: PutOptions): Promise<StoredFile> {
    assertFileId(id);
    const { chunks, measure } = measureContent(content, options);
    await bucket.put(id, chunks);
    return measure();
  }

  async function size(id: string): Promise<number | undefined> {
    assertFileId(id);
    return bucket.size(id);
  }

  async function* read(id: string, options: ReadOptions = {}): AsyncGenerator<Buffer> {
    assertFileId(id);
    yield* bucket.read(id, options);
  }

  async function remove(id: string): Promise<void> {
    assertFileId(id);
    await bucket.remove(id);
  }

  async function* listOlder(before: Date): AsyncGenerator<string> {
    for await (const { key, storedAt } of bucket.list('')) {
      if (isFileId(key) && storedAt < before) yield key;
    }
  }

  return { put, read, size, remove, listOlder };
}
