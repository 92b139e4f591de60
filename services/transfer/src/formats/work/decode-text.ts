import { TextDecoder } from '@exodus/bytes/encoding.js';
import type { EncodingOfFile } from '../model/charset.js';
import { fileFault } from '../model/file-record.js';
import { guessCharsets } from '../model/guess-charset.js';

const newline = 0x0a;
const replacement = '\uFFFD';
const replacementBytes = Buffer.from(replacement);

function countNewlines(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(newline); at >= 0; at = bytes.indexOf(newline, at + 1)) count += 1;
  return count;
}

function isContinuation(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000;
}

/** Returns the number of bytes in the character that begins with this byte. */
function characterLength(byte: number): number {
  if (byte < 0xc0) return 1;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** Returns the number of bytes before an incomplete last character, which continues in the next chunk. */
function completeLength(bytes: Buffer): number {
  let start = bytes.length - 1;
  while (start > 0 && bytes.length - start < 4 && isContinuation(bytes[start] ?? 0)) start -= 1;
  return start >= 0 && start + characterLength(bytes[start] ?? 0) > bytes.length ? start : bytes.length;
}

/**
 * Returns the offset of the first bytes that are not UTF-8. The bytes before that offset are valid, so their decoded
 * length is exact.
 */
export function findBrokenByte(bytes: Buffer): number {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  for (let at = text.indexOf(replacement); at >= 0; at = text.indexOf(replacement, at + 1)) {
    const offset = Buffer.byteLength(text.slice(0, at));
    if (!bytes.subarray(offset, offset + replacementBytes.length).equals(replacementBytes)) return offset;
  }
  return 0;
}

/**
 * Explains how to send bytes that are not UTF-8. The file isn't read with the guessed charset, because the guess may be
 * wrong.
 */
function adviseCharset(bytes: Buffer, broken: number, mediaType: string): string {
  const guesses = guessCharsets(bytes, broken);
  const [guess] = guesses;
  if (guess === undefined) return `save it as UTF-8, or name its charset, as in "${mediaType}; charset=windows-1252"`;
  return `it looks like ${guesses.join(' or ')}: send it as "${mediaType}; charset=${guess}", or save it as UTF-8`;
}

async function* decodeUtf8(content: AsyncIterable<Buffer>, mediaType: string): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  const decode = (bytes: Buffer): string => {
    try {
      return decoder.decode(bytes);
    } catch {
      const broken = findBrokenByte(bytes);
      const at = line + countNewlines(bytes.subarray(0, broken));
      throw fileFault(`is not UTF-8 in line ${at}; ${adviseCharset(bytes, broken, mediaType)}`);
    }
  };
  for await (const chunk of content) {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const length = completeLength(bytes);
    rest = bytes.subarray(length);
    const complete = bytes.subarray(0, length);
    yield decode(complete);
    line += countNewlines(complete);
  }
  if (rest.length > 0) yield decode(rest);
}

/**
 * Decodes as the Encoding Standard requires. Node's own decoder differs from the standard, and between releases of
 * Node.
 */
async function* decodeOther(content: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  let line = 1;
  const decode = (bytes?: Buffer): string => {
    try {
      const text = bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
      line += text.split('\n').length - 1;
      return text;
    } catch {
      throw fileFault(`is not ${encoding} after line ${line}; name its true charset, or save it as UTF-8`);
    }
  };
  for await (const chunk of content) yield decode(chunk);
  yield decode();
}

async function* skipBytes(content: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer> {
  let left = length;
  for await (const chunk of content) {
    yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/**
 * Yields the text of a file in pieces, without its byte order mark. Throws at invalid bytes, and at NUL, which no text
 * contains. `mediaType` is the file's type, for messages.
 */
export async function* decodeText(
  content: AsyncIterable<Buffer>,
  { encoding, markLength }: EncodingOfFile,
  mediaType = 'text/csv',
): AsyncGenerator<string> {
  const bytes = skipBytes(content, markLength);
  const texts = encoding === 'utf-8' ? decodeUtf8(bytes, mediaType) : decodeOther(bytes, encoding);
  for await (const text of texts) {
    if (text.includes('\0')) {
      throw fileFault(
        `is not a text file, or is UTF-16 without a byte order mark; save it as UTF-8, or send it as "${mediaType}; charset=utf-16le"`,
      );
    }
    if (text !== '') yield text;
  }
}
