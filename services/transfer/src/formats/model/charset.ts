import { fileFault } from './file-record.js';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

const encodings: ReadonlyMap<string, Encoding> = new Map([
  ['utf-8', 'utf-8'],
  ['utf8', 'utf-8'],
  ['us-ascii', 'utf-8'],
  ['ascii', 'utf-8'],
  ['utf-16', 'utf-16le'],
  ['utf-16le', 'utf-16le'],
  ['utf-16be', 'utf-16be'],
  ['windows-1252', 'windows-1252'],
  ['cp1252', 'windows-1252'],
  // As browsers do (WHATWG Encoding): Latin-1 is read as Windows-1252.
  ['iso-8859-1', 'windows-1252'],
  ['latin1', 'windows-1252'],
]);

interface ByteOrderMark {
  readonly bytes: Buffer;
  readonly encoding: Encoding;
}

const byteOrderMarks: readonly ByteOrderMark[] = [
  { bytes: Buffer.from([0xef, 0xbb, 0xbf]), encoding: 'utf-8' },
  { bytes: Buffer.from([0xff, 0xfe]), encoding: 'utf-16le' },
  { bytes: Buffer.from([0xfe, 0xff]), encoding: 'utf-16be' },
];

function toEncoding(charset: string): Encoding {
  const encoding = encodings.get(charset.trim().toLowerCase());
  if (encoding) return encoding;
  throw fileFault(
    'has a charset that is not supported: use utf-8, utf-16, utf-16le, utf-16be, windows-1252 or iso-8859-1',
  );
}

export interface EncodingOfFile {
  readonly encoding: Encoding;
  /** Bytes of the byte order mark. */
  readonly markLength: number;
}

/** Finds the encoding. A byte order mark wins over the declared charset; without either the text is UTF-8. */
export function findEncoding(head: Buffer, charset: string | undefined): EncodingOfFile {
  const declared = charset === undefined ? 'utf-8' : toEncoding(charset);
  const mark = byteOrderMarks.find(({ bytes }) => head.subarray(0, bytes.length).equals(bytes));
  return mark ? { encoding: mark.encoding, markLength: mark.bytes.length } : { encoding: declared, markLength: 0 };
}

/** Returns the encoding in the XML declaration of a file without a byte order mark. */
export function findXmlCharset(head: Buffer): string | undefined {
  return /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(head.toString('latin1', 0, 200))?.[1];
}
