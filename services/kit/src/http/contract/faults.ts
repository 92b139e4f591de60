import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ProblemDetail } from '../../core/errors.js';
import { describeFault } from './describe-fault.js';

/** Faults of single rows of a body, by index, with fields relative to the row. */
export type RowFaults = ReadonlyMap<number, readonly ProblemDetail[]>;

/** Converts a JSON pointer to a path: `/units/3/price` to `units[3].price`. */
function toFieldPath(pointer: string, extra?: string): string {
  const segments = pointer.split('/').slice(1);
  if (extra !== undefined) segments.push(extra);
  return segments
    .map((raw) => raw.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

/** Whether an error comes from the null branch of an anyOf; the other branch describes the right value. */
const isNullBranch = (error: ErrorObject) => error.keyword === 'type' && error.params.type === 'null';

/** Adds an error to a field's message: an anyOf of formats accepts any of them. */
function addFormat(message: string, error: ErrorObject): string {
  const other = describeFault(error);
  return message.includes(other) ? message : `${message} or ${other.replace(/^must be /, '')}`;
}

/** Returns the faults of one validation, one row per field. */
export function toFaultDetails(errors: readonly ErrorObject[] | null | undefined): ProblemDetail[] {
  const rows = new Map<string, ProblemDetail & { readonly keyword: string }>();
  // Each branch of an anyOf reports an error. The first one per field is enough, except for formats.
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

/**
 * Groups faults by the index of their row in `rows`, with fields relative to the row, apart from those outside any row.
 */
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

/** Converts faults of rows to faults of the body: `price` in row 3 of `units` to `units[3].price`. */
export function toBodyFaults(rows: string, rowFaults: RowFaults): ProblemDetail[] {
  return [...rowFaults].flatMap(([index, faults]) =>
    faults.map(({ field, message }) => ({
      field: field === 'body' ? `${rows}[${index}]` : `${rows}[${index}].${field}`,
      message,
    })),
  );
}

/** Returns the top-level fields, of a body or one of its rows, that have no fault; none when it is no object. */
export function pickValidFields<T extends object>(body: T, faults: readonly ProblemDetail[]): Partial<T>;
export function pickValidFields(body: unknown, faults: readonly ProblemDetail[]): object;
export function pickValidFields(body: unknown, faults: readonly ProblemDetail[]): object {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return {};
  const faulty = new Set(faults.map(({ field }) => /^[^.[]*/.exec(field)?.[0]));
  return Object.fromEntries(Object.entries(body).filter(([field]) => !faulty.has(field)));
}
