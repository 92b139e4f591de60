import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ProblemDetail } from '../../core/errors.js';
import { describeFault } from './describe-fault.js';

/** Faults of single rows of a body, by index, with fields relative to the row. */
export type RowFaults = ReadonlyMap<number, readonly ProblemDetail[]>;

/** `/units/3/price` → `units[3].price`. */
function toFieldPath(pointer: string, extra?: string): string {
  const segments = pointer.split('/').slice(1);
  if (extra !== undefined) segments.push(extra);
  return segments
    .map((raw) => raw.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

/** In an anyOf with null, the other branch says what the value must be. */
const isNullBranch = (error: ErrorObject) => error.keyword === 'type' && error.params.type === 'null';

/** The message of a field with one more error: an anyOf of formats asks for any of them. */
function addFormat(message: string, error: ErrorObject): string {
  const other = describeFault(error);
  return message.includes(other) ? message : `${message} or ${other.replace(/^must be /, '')}`;
}

/** The faults of one validation, one row per field. */
export function toFaultDetails(errors: readonly ErrorObject[] | null | undefined): ProblemDetail[] {
  const rows = new Map<string, ProblemDetail & { readonly keyword: string }>();
  // Each branch of an anyOf reports an error; the first of a field is enough, unless they ask for formats.
  for (const error of [...(errors ?? [])].sort(
    (one, other) => Number(isNullBranch(one)) - Number(isNullBranch(other)),
  )) {
    const missing: unknown = error.params.missingProperty ?? error.params.additionalProperty;
    const field = toFieldPath(error.instancePath, typeof missing === 'string' ? missing : undefined) || 'body';
    const { keyword } = error;
    const known = rows.get(field);
    if (!known) rows.set(field, { field, message: describeFault(error), keyword });
    else if (known.keyword === 'format' && keyword === 'format')
      rows.set(field, { ...known, message: addFormat(known.message, error) });
  }
  return [...rows.values()].map(({ field, message }) => ({ field, message }));
}

/** Faults by the index of the row of `rows` that they are in, with fields relative to the row; and those outside any row. */
export function groupByRow(all: readonly ProblemDetail[], rows: string) {
  const place = new RegExp(`^${rows}\\[(\\d+)\\]\\.?(.*)$`);
  const faults: ProblemDetail[] = [];
  const rowFaults = new Map<number, ProblemDetail[]>();
  for (const fault of all) {
    const [whole, index, field] = place.exec(fault.field) ?? [];
    if (whole === undefined) {
      faults.push(fault);
      continue;
    }
    const relative = { field: field || 'body', message: fault.message };
    const group = rowFaults.get(Number(index));
    if (group) group.push(relative);
    else rowFaults.set(Number(index), [relative]);
  }
  return { faults, rowFaults };
}

/** The faults of rows as faults of the body: `price` in row 3 of `units` is `units[3].price`. */
export function toBodyFaults(rows: string, rowFaults: RowFaults): ProblemDetail[] {
  return [...rowFaults].flatMap(([index, faults]) =>
    faults.map(({ field, message }) => ({
      field: field === 'body' ? `${rows}[${index}]` : `${rows}[${index}].${field}`,
      message,
    })),
  );
}

/** The top-level fields of a body, or of one of its rows, that have no fault; no field when it is no object. */
export function pickValidFields<T extends object>(body: T, faults: readonly ProblemDetail[]): Partial<T>;
export function pickValidFields(body: unknown, faults: readonly ProblemDetail[]): object;
export function pickValidFields(body: unknown, faults: readonly ProblemDetail[]): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const faulty = new Set(faults.map(({ field }) => /^[^.[]*/.exec(field)?.[0]));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !faulty.has(field)));
}
