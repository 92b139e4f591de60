import { type Answer, created, ok } from '../core/answer.js';
import { Problem } from '../core/errors.js';
import { toBodyFaults } from './contract/faults.js';

type Meta = Readonly<Record<string, unknown>>;

/** Outcome of one row of a bulk body: the record to answer with, or the refusal. */
export type BulkRow =
  | { readonly status: 200 | 201; readonly data: unknown; readonly meta?: Meta }
  /** The details of the problem name fields of the row. */
  | { readonly problem: Problem; readonly meta?: Meta };

/** A row that is no object has no field to name, so the fault belongs to the row. */
function toRowError(rows: string, index: number, { status, code, reason, message, data, details }: Problem) {
  const named = details.map((one) => (one.field === 'body' ? { ...one, field: `${rows}[${index}]` } : one));
  const error = { code, ...(reason && { reason }), message, ...(data && { data }), details: named };
  return { index, status, error };
}

/** Returns a 207 with one result for each row of the body's array `rows`. */
export function toPartialAnswer(rows: string, results: readonly BulkRow[]): Answer {
  const body = results.map((row, index) => {
    const { meta } = row;
    if ('problem' in row) return { ...toRowError(rows, index, row.problem), ...meta };
    return { index, status: row.status, data: row.data, ...meta };
  });
  return { status: 207, body };
}

/**
 * Returns a 201 with the records of all rows, or a 200 when none is new. Throws the refusals of all rows as one
 * problem: the validation errors or, if there are none, the others.
 */
export function toWholeAnswer(rows: string, results: readonly BulkRow[], meta?: Meta): Answer {
  const refused = results.flatMap((row, index) => ('problem' in row ? [{ index, problem: row.problem }] : []));
  const invalid = refused.filter(({ problem }) => problem.code === 'VALIDATION_ERROR');
  const told = invalid.length > 0 ? invalid : refused;
  const [first] = told;
  if (first) {
    const details = toBodyFaults(rows, new Map(told.map(({ index, problem }) => [index, problem.details])));
    const { code, message, reason } = first.problem;
    throw new Problem(code, message, { details, ...(reason && { reason }) });
  }
  const shown = results.flatMap((row) => ('problem' in row ? [] : [row]));
  const body = shown.map(({ data }) => data);
  return shown.some(({ status }) => status === 201) ? created(body, meta) : ok(body, meta);
}
