import type { ImportState } from './import.js';

export interface RowFault {
  /** Path of the field, such as `budget.min`; empty for an error in the whole row. */
  readonly field: string;
  readonly message: string;
}

/** Row that could not be imported. */
export interface FailedRow {
  /** Number of the row as a spreadsheet shows it: a header is row 1. */
  readonly row: number;
  /** List of at least one error. */
  readonly faults: readonly RowFault[];
  /** Record as it is in the file, stored by `toKeptValues`. */
  readonly values: string;
}

/**
 * Limits on the stored failed rows of an import. Further rows are only counted. Described in the contract of
 * listImportErrors.
 */
const keptRowLimits = { rows: 100_000, length: 67_108_864 } as const;

/** Maximum number of characters in the values of one row. All hundred rows of a page are in memory at the same time. */
const maxValuesLength = 65_536;

/**
 * Returns the stored form of a record's values: the JSON text of an object with a value for each column. If the record
 * is too long, keeps only the columns that fit.
 */
export function toKeptValues(values: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(values);
  if (text.length <= maxValuesLength) return text;
  let length = 0;
  const fitting = Object.entries(values).filter((entry) => {
    const added = JSON.stringify(entry).length;
    if (length + added >= maxValuesLength) return false;
    length += added;
    return true;
  });
  return JSON.stringify(Object.fromEntries(fitting));
}

/** Returns the rows to store, and the state after storing them. */
export function chooseKeptRows(state: ImportState, failed: readonly FailedRow[]) {
  const kept: FailedRow[] = [];
  let { kept_rows, kept_length } = state;
  for (const row of failed) {
    const length = kept_length + row.values.length;
    if (kept_rows >= keptRowLimits.rows || length > keptRowLimits.length) break;
    kept.push(row);
    kept_rows += 1;
    kept_length = length;
  }
  return { kept, kept_rows, kept_length };
}
