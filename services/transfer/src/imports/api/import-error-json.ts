import type { FailedRow } from '../model/failed-row.js';

/** Renders a failed row for the public API. `field` and `message` are of its first fault, `details` has all. */
export function toImportErrorJson({ row, faults, values }: FailedRow) {
  const record: unknown = JSON.parse(values);
  const { field = '', message = '' } = faults[0] ?? {};
  return { row, field, message, details: faults, values: record };
}
