import { type Answer, ok } from '../core/answer.js';
import type { ProblemDetail } from '../core/errors.js';

export const rowOutcomes = ['CREATED', 'UPDATED', 'UNCHANGED', 'FAILED'] as const;
export type RowOutcome = (typeof rowOutcomes)[number];

/** Outcome of a row. `id` is the record's id, or empty if there is no record. */
export interface RowResult {
  readonly outcome: RowOutcome;
  readonly id: string;
  /** At least one error if the row failed, otherwise none. */
  readonly faults: readonly ProblemDetail[];
}

/**
 * Maximum number of errors in a row. An array can have many faulty items, and the errors of 500 rows must fit into one
 * message.
 */
const maxFaults = 50;

/** Returns the result of a row that can't be stored. An error in the whole row has no field. */
export function failRow(faults: readonly ProblemDetail[]): RowResult {
  const named = faults.slice(0, maxFaults).map(({ field, message }) => ({
    field: field === 'body' ? '' : field,
    message,
  }));
  return { outcome: 'FAILED', id: '', faults: named };
}

/** Returns the answer that is stored together with the changes of the rows. */
export function toRowsAnswer(results: readonly RowResult[]): Answer {
  return ok(results);
}

function isFault(value: unknown): value is ProblemDetail {
  const { field, message }: { field?: unknown; message?: unknown } = Object(value);
  return typeof field === 'string' && typeof message === 'string';
}

function isResult(value: unknown): value is RowResult {
  const { outcome, id, faults }: { outcome?: unknown; id?: unknown; faults?: unknown } = Object(value);
  const isKnown = rowOutcomes.some((known) => known === outcome);
  return isKnown && typeof id === 'string' && Array.isArray(faults) && faults.every(isFault);
}

/** Reads the results from an answer. The answer may be a stored one. */
export function readRowsAnswer(answer: Answer): readonly RowResult[] {
  const results: unknown = 'body' in answer ? answer.body : null;
  if (!Array.isArray(results) || !results.every(isResult)) throw new Error('The kept answer has no results of rows.');
  return results;
}
