import type { ImportState } from './import.js';

export interface RowFault {
  /** Path of the field, such as `budget.min`; empty when the fault is of the whole row. */
  readonly field: string;
  readonly message: string;
}

/** A row that could not be imported. */
export interface FailedRow {
  /** Number of the record in the file. */
  readonly row: number;
  /** One at least. */
  readonly faults: readonly RowFault[];
  /** The record as it is in the file, as `toKeptValues` keeps it. */
  readonly values: string;
}

/** Failed rows of an import that are kept to be read and downloaded; further ones are only counted. Contract: listImportErrors. */
const keptRowLimits = { rows: 100_000, length: 67_108_864 } as const;

/** Characters of the values of one row: a page of a hundred rows is in memory together. */
const maxValuesLength = 65_536;

/** The values of a record as they are kept: JSON text of an object by column. Of a record that is longer, the columns that fit. */
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

/** Those of the rows that are kept, with the state after it. */
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
