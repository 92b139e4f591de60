import { invalid, Problem } from '@plotline/kit/core/errors';
import { Limiter } from '@plotline/kit/core/limiter';
import type { Context } from '../../context.js';
import type { FileStore } from '../../files/store/file-store.js';
import { findExtension, typeNames } from '../model/content-type.js';
import { type FileSize, type RecordFile, type StoredVariant, toStoredId } from '../model/record-file.js';
import { convertImage } from './convert-image.js';

/** Maximum size of the content, as in the contract's `x-upload`. */
const maxBytes = 20_971_520;

/** Facts about a file's content that are stored in its record. */
export interface StoredContent extends Pick<RecordFile, 'variants' | 'width' | 'height' | 'stored_bytes'> {
  readonly type: string;
}

interface Content {
  readonly bytes: Buffer;
  readonly type: string;
  readonly extension: string;
}

async function detect(bytes: Buffer): Promise<Content> {
  const { fileTypeFromBuffer } = await import('file-type');
  const type = (await fileTypeFromBuffer(bytes))?.mime;
  const extension = findExtension(type);
  if (type === undefined || extension === undefined) {
    throw invalid({ field: 'file', message: `must be ${typeNames}` });
  }
  return { bytes, type, extension };
}

async function* toChunks(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

async function readAll(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const chunk of chunks) all.push(chunk);
  return Buffer.concat(all);
}

async function store(
  files: Pick<FileStore, 'put'>,
  id: string,
  size: FileSize,
  { bytes, type, extension }: Content,
): Promise<StoredVariant> {
  const stored = await files.put(toStoredId(id, size), toChunks(bytes), { maxBytes: 2 * maxBytes });
  return { ...stored, type, extension };
}

async function storeImage(files: Pick<FileStore, 'put'>, id: string, content: Content): Promise<StoredContent> {
  const image = await convertImage(content.bytes, content.type);
  const original = await store(files, id, 'original', image.original);
  const large = await store(files, id, 'large', image.large);
  const small = await store(files, id, 'small', image.small);
  const { width, height, type } = image.original;
  const stored_bytes = original.size + large.size + small.size;
  return { type, width, height, variants: { original, large, small }, stored_bytes };
}

async function storeOther(files: Pick<FileStore, 'put'>, id: string, content: Content): Promise<StoredContent> {
  const original = await store(files, id, 'original', content);
  return { type: content.type, width: null, height: null, variants: { original }, stored_bytes: original.size };
}

/**
 * Creates the function that stores the content of an upload. The content goes to the store first, as fast as the client
 * sends it. Then it is read into memory and converted, one upload at a time, because images take much memory. Throws
 * VALIDATION_ERROR for an empty file and for types that aren't accepted.
 */
export function createStoreContent({ files }: Pick<Context, 'files'>) {
  const limiter = new Limiter({
    max: 1,
    maxWaiting: 20,
    maxWaitMs: 5_000,
    refuse: () =>
      new Problem('SERVICE_UNAVAILABLE', 'Too many files are being uploaded at the same time. Try again.', {
        retryAfter: 2,
      }),
  });
  return async (
    workspaceId: string,
    id: string,
    content: AsyncIterable<Buffer>,
    check: (type: string) => void,
  ): Promise<StoredContent & { readonly sha256: string }> => {
    const rawId = `${id}.raw`;
    try {
      const { size, sha256 } = await files.put(rawId, content, { maxBytes });
      if (size === 0) throw invalid({ field: 'file', message: 'must not be empty' });
      const stored = await limiter.run(workspaceId, async () => {
        const detected = await detect(await readAll(files.read(rawId)));
        check(detected.type);
        const isImage = detected.type.startsWith('image/');
        return isImage ? storeImage(files, id, detected) : storeOther(files, id, detected);
      });
      return { ...stored, sha256 };
    } finally {
      // If the store doesn't remove the content now, the cleanup removes it later.
      await files.remove(rawId).catch(() => undefined);
    }
  };
}
