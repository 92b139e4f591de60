import { invalid, type ProblemDetail } from '../../core/errors.js';
import type { Parameter } from './document.js';

type Values = Readonly<Record<string, unknown>>;

function assertNone(fields: readonly string[], message: string): void {
  if (fields.length > 0) throw invalid(...fields.map((field) => ({ field, message })));
}

/**
 * Turns a value such as `0x10`, `1e1` or ` 1` into a text that the validator doesn't coerce. The contract doesn't allow
 * these values, but `Number` would parse them.
 */
export function rejectOddNumber(value: unknown, { type }: Parameter['schema']): unknown {
  const isNumber = type === 'integer' || type === 'number';
  return isNumber && typeof value === 'string' && !/^-?\d+(\.\d+)?$/.test(value) ? 'no number' : value;
}

/** Throws for infinite numbers. Coercion turns a thousand digits into Infinity, which no schema refuses. */
export function assertFinite(values: Values): void {
  const fields = Object.keys(values).filter((field) => values[field] === Infinity || values[field] === -Infinity);
  assertNone(fields, 'must be a finite number');
}

/** Throws for values with NUL. No record contains it, and some databases fail on it. */
export function assertNoNul(values: Values): void {
  const hasNul = (value: unknown) => [value].flat().some((text) => typeof text === 'string' && text.includes('\0'));
  assertNone(
    Object.keys(values).filter((field) => hasNul(values[field])),
    'must not contain NUL',
  );
}

/**
 * Checks `expand`, which is a parameter of every GET (contract, "Common list parameters"), although not every record
 * has relations.
 */
export function assertRelations(raw: Values, parameters: readonly Parameter[]): void {
  const { expand } = raw;
  if (expand === undefined || expand === '' || parameters.some(({ name }) => name === 'expand')) return;
  assertNone(['expand'], 'must be empty: the record has no relations to expand');
}

/** Keeps only the first error of each parameter, and drops the index of the value in a comma-separated parameter. */
export function groupByParameter(faults: readonly ProblemDetail[]): ProblemDetail[] {
  const rows = faults.map(({ field, message }) => ({ field: field.replace(/\[\d+\]$/, ''), message }));
  return [...new Map(rows.reverse().map((row) => [row.field, row])).values()].reverse();
}
