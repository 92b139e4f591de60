import type { ErrorObject } from 'ajv/dist/2020.js';
import type { ProblemDetail } from '../errors.js';

/** `/units/3/price` → `units[3].price`. */
function fieldPath(pointer: string, extra?: string): string {
  const segments = pointer.split('/').slice(1);
  if (extra !== undefined) segments.push(extra);
  return segments
    .map((raw) => raw.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce((path, part) => (/^\d+$/.test(part) ? `${path}[${part}]` : path === '' ? part : `${path}.${part}`), '');
}

function message(error: ErrorObject): string {
  const { params } = error;
  switch (error.keyword) {
    case 'required':
      return 'is required';
    case 'enum':
      return `must be one of: ${params.allowedValues.join(', ')}`;
    case 'const':
      return `must be ${params.allowedValue}`;
    case 'type':
      return `must be ${[params.type].flat().join(' or ')}`;
    case 'format':
      return `must be a valid ${params.format}`;
    default:
      return error.message ?? 'is not valid';
  }
}

/** A body of a megabyte can have a hundred thousand faults; nobody reads more than these. */
const mostRows = 500;

/** The faults of one validation, one row per field. */
export function faultDetails(errors: readonly ErrorObject[] | null | undefined): ProblemDetail[] {
  const rows = new Map<string, ProblemDetail>();
  for (const error of errors ?? []) {
    const missing: unknown = error.params.missingProperty ?? error.params.additionalProperty;
    const field = fieldPath(error.instancePath, typeof missing === 'string' ? missing : undefined) || 'body';
    // The branches of an anyOf each complain; the first row of a field says enough.
    if (rows.size === mostRows) break;
    if (!rows.has(field)) rows.set(field, { field, message: message(error) });
  }
  return [...rows.values()];
}

/** Faults by the index of the row they are in, with fields relative to the row; those outside any row apart. */
export function faultsByRow(errors: readonly ErrorObject[] | null | undefined, rows: string) {
  const place = new RegExp(`^/${rows}/(\\d+)`);
  const outside: ErrorObject[] = [];
  const inside = new Map<number, ErrorObject[]>();
  for (const error of errors ?? []) {
    const found = place.exec(error.instancePath);
    if (!found?.[1]) {
      outside.push(error);
      continue;
    }
    const relative = { ...error, instancePath: error.instancePath.slice(found[0].length) };
    const index = Number(found[1]);
    inside.set(index, [...(inside.get(index) ?? []), relative]);
  }
  const rowFaults = new Map([...inside].map(([index, group]) => [index, faultDetails(group)]));
  return { outside: faultDetails(outside), rowFaults };
}
