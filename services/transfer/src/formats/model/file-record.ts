import { invalid, type Problem } from '@plotline/kit/core/errors';

/** Record in the form that it has in the file. */
export interface FileRecord {
  /**
   * Number of the row. In a table, it is the number that a spreadsheet shows: the header is row 1, and blank lines
   * count. In JSON lines, it is the number of the line. In other formats, it is the position among the records,
   * starting with 1.
   */
  readonly number: number;
  /**
   * Values by column. They are texts in a table, texts or lists of texts in XML, and the fields of the object in JSON.
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** Reason why the record can't be used, although the rest of the file can be read. */
  readonly fault?: string;
}

export const importFormats = ['csv', 'xlsx', 'json', 'jsonl', 'xml'] as const;

export type ImportFormat = (typeof importFormats)[number];

/** Returns whether the records of a format are JSON objects, whose values are used as they are. */
export function isJson(format: ImportFormat): format is 'json' | 'jsonl' {
  return format === 'json' || format === 'jsonl';
}

export const separators = [',', ';', '\t', '|'] as const;

export type Separator = (typeof separators)[number];

/** Limits on the content of a file in any format. The contract states them in the description of imports. */
export const fileLimits = {
  /**
   * Rows of a table including blank ones, lines of JSON, or records of other formats. A spreadsheet can't have as many.
   */
  rows: 2_000_000,
  columns: 200,
  /** Characters of one cell, element or attribute. */
  cellLength: 20_000,
  /** Characters of one record, and of a line of JSON. */
  recordLength: 1_048_576,
  /** Nesting depth of elements or JSON objects. */
  depth: 32,
} as const;

/** Creates the 422 error for a file that can't be read, or only in part. The message becomes the error of the job. */
export function fileFault(message: string): Problem {
  return invalid({ field: 'file', message });
}

/** Throws when a file has too many rows, so that a file with a hundred million short rows is refused within seconds. */
export function assertRowCount(count: number): void {
  if (count > fileLimits.rows) throw fileFault(`has more than ${fileLimits.rows} rows; split it into several files`);
}
