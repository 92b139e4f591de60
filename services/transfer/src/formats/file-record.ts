import { invalid, type Problem } from '@plotline/kit/core/errors';

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

/** Bounds on what is in a file, whatever its format. Contract: description of the imports. */
export const fileLimits = {
  columns: 200,
  /** Characters of one cell, element or attribute. */
  cellLength: 20_000,
  /** Characters of one record; a line of JSON can be as long. */
  recordLength: 1_048_576,
  /** Levels of elements or of JSON objects in each other. */
  depth: 32,
} as const;

/** 422: the file cannot be read, or not any further. The message is what a job tells as its error. */
export function fileFault(message: string): Problem {
  return invalid({ field: 'file', message });
}
