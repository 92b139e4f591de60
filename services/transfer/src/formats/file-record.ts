/** A record as it is in the file. Its `number` counts records, from 1; a header and blank lines are none. */
export interface FileRecord {
  readonly number: number;
  /** By column: text of CSV, text or texts of XML; the fields of a line of JSON. */
  readonly values: Readonly<Record<string, unknown>>;
  /** Why the record cannot be used, although the file can be read further. */
  readonly fault?: string;
}

export const importFormats = ['csv', 'jsonl', 'xml'] as const;

export type ImportFormat = (typeof importFormats)[number];

export const separators = [',', ';', '\t'] as const;

export type Separator = (typeof separators)[number];
