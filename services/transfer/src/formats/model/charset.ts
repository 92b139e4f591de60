import { normalizeEncoding } from '@exodus/bytes/encoding.js';
import { fileFault } from './file-record.js';

interface ByteOrderMark {
  readonly bytes: Buffer;
  readonly encoding: string;
}

const byteOrderMarks: readonly ByteOrderMark[] = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
];

/**
 * Labels that some programs wrongly use for UTF-8. According to the standard, these files would be read as windows-1252
 * without an error.
 */
const asciiLabels: ReadonlySet<string> = new Set(['ascii', 'us-ascii']);

/** Returns the encoding for a label of the Encoding Standard (https://encoding.spec.whatwg.org). */
function toEncoding(label: string): string {
  const name = label.trim().toLowerCase();
  const encoding = asciiLabels.has(name) ? 'utf-8' : normalizeEncoding(name);
  // The standard uses this name for encodings that are no longer decoded, because they were used in attacks.
  if (encoding !== null && encoding !== 'replacement') return encoding;
  const shown = JSON.stringify(label.slice(0, 40));
  throw fileFault(
    `has a charset that is not supported: ${shown}; use a name such as utf-8, utf-16le, windows-1252, windows-1256, gb18030 or shift_jis, or save the file as UTF-8`,
  );
}

export interface EncodingOfFile {
  /** Name in the Encoding Standard, in lower case. */
  readonly encoding: string;
  /** Length of the byte order mark in bytes. */
  readonly markLength: number;
}

/**
 * Finds the encoding. A byte order mark takes precedence over the declared charset. Without a mark or a charset, the
 * text is UTF-8.
 */
export function findEncoding(head: Buffer, charset: string | undefined): EncodingOfFile {
  const declared = charset === undefined ? 'utf-8' : toEncoding(charset);
  const mark = byteOrderMarks.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes));
  return mark ? { encoding: mark.encoding, markLength: mark.bytes.length } : { encoding: declared, markLength: 0 };
}

/** Returns the encoding in the XML declaration of a file without a byte order mark. */
export function findXmlCharset(head: Buffer): string | undefined {
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head.toString('latin1', 0, 200))?.[1];
}
