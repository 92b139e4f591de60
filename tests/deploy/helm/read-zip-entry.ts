import { inflateRawSync } from 'node:zlib';

const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const ENTRY_BYTES = 46;
const LOCAL_HEADER_BYTES = 30;

/**
 * Returns the content of a file in a zip archive that was created without a comment.
 * @throws Error if the archive lacks the file or has another format.
 */
export function readZipEntry(archive: Buffer, path: string): Buffer {
  const end = archive.length - END_BYTES;
  if (end < 0 || archive.readUInt32LE(end) !== END_OF_DIRECTORY) throw new Error('This is not a plain zip archive.');
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameBytes = archive.readUInt16LE(at + 28);
    const name = archive.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    if (name === path) return readContent(archive, at);
    at += ENTRY_BYTES + nameBytes + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32);
  }
  throw new Error(`The archive has no ${path}.`);
}

/** Reads the content that a directory entry describes. */
function readContent(archive: Buffer, entry: number): Buffer {
  const isDeflated = archive.readUInt16LE(entry + 10) === 8;
  const bytes = archive.readUInt32LE(entry + 20);
  const header = archive.readUInt32LE(entry + 42);
  const from = header + LOCAL_HEADER_BYTES + archive.readUInt16LE(header + 26) + archive.readUInt16LE(header + 28);
  const content = archive.subarray(from, from + bytes);
  return isDeflated ? inflateRawSync(content) : content;
}
