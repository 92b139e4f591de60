import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';

/** Size of MongoDB's largest document, with room for what the server adds. */
const maxDocumentBytes = 16 * 1024 * 1024 + 16 * 1024;
const minDocumentBytes = 5;
/** A low level saves time, because the dump shares the processor with the programs. */
const compressionLevel = 3;

/** Writes the chunks to a new compressed file that only the owner can read. Resolves once the file is on the disk. */
export async function writeCompressed(
  path: string,
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  await pipeline(Readable.from(chunks), createGzip({ level: compressionLevel }), file);
}

/** Reads a compressed file. Throws if it is damaged or truncated. */
export async function* readCompressed(path: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  const reading = pipeline(createReadStream(path), unpacked);
  try {
    for await (const chunk of unpacked) yield chunk;
    await reading;
  } finally {
    unpacked.destroy();
    await reading.catch(() => undefined);
  }
}

/**
 * Returns the length of the document at an offset, or undefined if the document is not complete. Throws if the length
 * is impossible.
 */
function measureDocument(bytes: Buffer, offset: number): number | undefined {
  if (bytes.length - offset < 4) return undefined;
  const length = bytes.readInt32LE(offset);
  if (length < minDocumentBytes || length > maxDocumentBytes) throw new Error('The file is not valid BSON.');
  if (bytes.length - offset < length) return undefined;
  if (bytes[offset + length - 1] !== 0) throw new Error('The file is not valid BSON.');
  return length;
}

/** Splits chunks into BSON documents. Throws when a length is impossible or the last document is incomplete. */
export async function* splitDocuments(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let start = 0;
    for (let length = measureDocument(rest, start); length !== undefined; length = measureDocument(rest, start)) {
      yield rest.subarray(start, start + length);
      start += length;
    }
    rest = rest.subarray(start);
  }
  if (rest.length > 0) throw new Error('The file ends within a document.');
}
