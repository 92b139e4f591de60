import type { ProblemDetail } from '../errors.js';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const escaped = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** More unknown fields of one object are not told. */
const mostPerObject = 100;
const longestName = 100;

/** A name can be as long as the body. */
const shortened = (field: string) => (field.length > longestName ? `${field.slice(0, longestName)}…` : field);

interface Place {
  /** As a client writes it: `units[3].price`. */
  readonly path: string;
  /** As JSON pointers write it: `/units/3/price`. */
  readonly pointer: string;
}

/**
 * Fields of `raw` that the validator removed from `known`, by path; what `Prefer: handling=strict` refuses. Those among
 * `readOnly`, by JSON pointer, are known, though nobody sets them.
 */
export function unknownFields(
  raw: unknown,
  known: unknown,
  readOnly: ReadonlySet<string> = new Set(),
  { path, pointer }: Place = { path: '', pointer: '' },
): ProblemDetail[] {
  if (Array.isArray(raw) && Array.isArray(known)) {
    return raw.flatMap((item, index) =>
      unknownFields(item, known[index], readOnly, { path: `${path}[${index}]`, pointer: `${pointer}/${index}` }),
    );
  }
  if (!isObject(raw) || !isObject(known)) return [];
  const placeOf = (field: string) => ({
    path: path === '' ? field : `${path}.${field}`,
    pointer: `${pointer}/${escaped(field)}`,
  });
  const fields = Object.keys(raw);
  const stray = fields
    .filter((field) => !Object.hasOwn(known, field) && !readOnly.has(placeOf(field).pointer))
    .slice(0, mostPerObject)
    .map((field) => ({ field: placeOf(shortened(field)).path, message: 'is not a known field' }));
  const inner = fields
    .filter((field) => Object.hasOwn(known, field))
    .flatMap((field) => unknownFields(raw[field], known[field], readOnly, placeOf(field)));
  return [...stray, ...inner];
}

/** Whether a `Prefer` header asks for strict handling (RFC 7240, section 4.4). */
export function prefersStrict(prefer: string | undefined): boolean {
  return prefer !== undefined && /(^|,)\s*handling\s*=\s*"?strict"?\s*(,|;|$)/i.test(prefer);
}
