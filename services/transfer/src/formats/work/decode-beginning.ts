import { TextDecoder } from '@exodus/bytes/encoding.js';
import { findEncoding } from '../model/charset.js';
import { fileFault } from '../model/file-record.js';
import { guessCharsets } from '../model/guess-charset.js';
import { findBrokenByte } from './decode-text.js';

/** Decoded beginning of a file. */
export interface DecodedBeginning {
  readonly text: string;
  /** Encoding of the text. Null if no encoding fits. */
  readonly charset: string | null;
  /** Likely charsets of undeclared bytes, the most likely first. Empty for UTF-8 and declared charsets. */
  readonly guesses: readonly string[];
}

/** Returns the text, without an incomplete character at its end; undefined when bytes are invalid. */
function decode(bytes: Buffer, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true });
  } catch {
    return undefined;
  }
}

/**
 * Decodes the beginning of a file, which may end within a character. Reads undeclared bytes that are not UTF-8 with a
 * guessed charset, so that a person can see whether the guess is right. Throws a Problem for the field `file` when the
 * declared charset is wrong or unknown.
 */
export function decodeBeginning(bytes: Buffer, declared: string | undefined): DecodedBeginning {
  const { encoding, markLength } = findEncoding(bytes, declared);
  const content = bytes.subarray(markLength);
  const text = decode(content, encoding);
  if (text?.includes('\0')) {
    throw fileFault('is not a text file, or is UTF-16 without a byte order mark; save it as UTF-8');
  }
  if (text !== undefined) return { text, charset: encoding, guesses: [] };
  if (declared !== undefined || markLength > 0) {
    throw fileFault(`is not ${encoding}; name its true charset, or save it as UTF-8`);
  }
  const guesses = guessCharsets(content, findBrokenByte(content));
  const [best] = guesses;
  const guessed = best === undefined ? undefined : decode(content, best);
  return guessed === undefined || best === undefined
    ? { text: '', charset: null, guesses: [] }
    : { text: guessed, charset: best, guesses };
}
