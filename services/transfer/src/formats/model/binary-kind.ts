interface BinaryKind {
  /** First bytes of the file, in hexadecimal. */
  readonly magic: string;
  readonly message: string;
}

const unpack = 'unpack it and send the text file that is in it';
const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const zipMagic = '504b0304';

const binaryKinds: readonly BinaryKind[] = [
  {
    magic: zipMagic,
    message: `is an Excel workbook (.xlsx) or another ZIP archive; send a workbook as ${workbookType}, or ${unpack}`,
  },
  { magic: '504b0506', message: 'is an empty ZIP archive; send the text file itself' },
  { magic: '504b0708', message: `is a ZIP archive; ${unpack}` },
  {
    magic: 'd0cf11e0',
    message: 'is an old Excel workbook (.xls), or one with a password; save it as .xlsx without a password',
  },
  { magic: '1f8b', message: `is compressed (gzip); ${unpack}` },
  { magic: '1f9d', message: `is compressed (compress); ${unpack}` },
  { magic: '425a68', message: `is compressed (bzip2); ${unpack}` },
  { magic: 'fd377a585a', message: `is compressed (xz); ${unpack}` },
  { magic: '28b52ffd', message: `is compressed (zstd); ${unpack}` },
  { magic: '377abcaf271c', message: `is a 7z archive; ${unpack}` },
  { magic: '52617221', message: `is a RAR archive; ${unpack}` },
  { magic: '25504446', message: 'is a PDF; send an Excel workbook (.xlsx) or a text file: CSV, JSON or XML' },
];

/** Describes the kind of a file that is not text, from its first bytes; undefined for text. */
export function describeBinary(head: Buffer): string | undefined {
  return binaryKinds.find(({ magic }) => head.toString('hex', 0, magic.length / 2) === magic)?.message;
}

/** Returns whether a file is a ZIP archive with content, like an .xlsx file. */
export function isZip(head: Buffer): boolean {
  return head.toString('hex', 0, 4) === zipMagic;
}
