import type { ProblemDetail } from '@plotline/kit/core/errors';

/** Row of the file as it would be stored. */
export interface SampleRow {
  readonly row: number;
  /** JSON text of the record, without invalid values. */
  readonly record: string;
  /** Errors of the row. Empty if the row would be stored. */
  readonly faults: readonly ProblemDetail[];
}

/** Maximum number of rows that a preview and a dry run show. */
export const maxSampleRows = 20;

/**
 * Maximum total number of characters in these records. There is a limit because the state of an import is stored at
 * each step.
 */
const maxSampleLength = 65_536;

function measure(rows: readonly SampleRow[]): number {
  return rows.reduce((length, { record, faults }) => length + record.length + JSON.stringify(faults).length, 0);
}

/** Adds the next rows to the sample, up to the first row that doesn't fit. */
export function addToSample(sample: readonly SampleRow[], rows: readonly SampleRow[]): readonly SampleRow[] {
  const all = [...sample];
  for (const row of rows) {
    if (all.length >= maxSampleRows || measure([...all, row]) > maxSampleLength) break;
    all.push(row);
  }
  return all;
}
