import type { ProblemDetail } from '@plotline/kit/core/errors';

/** Row of the file as it would be stored. */
export interface SampleRow {
  readonly row: number;
  /** JSON text of the record, without the values at fault. */
  readonly record: string;
  /** Empty when the row would be stored. */
  readonly faults: readonly ProblemDetail[];
}

/** Rows that a preview and a dry run show. */
export const maxSampleRows = 20;

/** Characters of their records together. The state of an import is stored with each of its steps. */
const maxSampleLength = 65_536;

function measure(rows: readonly SampleRow[]): number {
  return rows.reduce((length, { record, faults }) => length + record.length + JSON.stringify(faults).length, 0);
}

/** Adds the next rows to the sample, as far as they fit. Rows that don't fit end it. */
export function addToSample(sample: readonly SampleRow[], rows: readonly SampleRow[]): readonly SampleRow[] {
  const all = [...sample];
  for (const row of rows) {
    if (all.length >= maxSampleRows || measure([...all, row]) > maxSampleLength) break;
    all.push(row);
  }
  return all;
}
