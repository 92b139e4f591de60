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
  /** The record as it is in the file: JSON text of an object by column. */
  readonly values: string;
}

/** Failed rows of an import that are kept to be read and downloaded; further ones are only counted. Contract: listImportErrors. */
const keptRowLimits = { rows: 100_000, length: 67_108_864 } as const;

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
