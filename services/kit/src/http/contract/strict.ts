import type { ProblemDetail } from '../../core/errors.js';
import { isJsonObject } from '../../core/json-object.js';

const escapePointer = (segment: string) => segment.replaceAll('~', '~0').replaceAll('/', '~1');

/** Maximum of reported unknown fields per object. */
const maxPerObject = 100;
const maxNameLength = 100;

/** Shortens a name, which can be as long as the body. */
const shorten = (field: string) => (field.length > maxNameLength ? `${field.slice(0, maxNameLength)}…` : field);

interface Place {
  /** Path in the form that clients use: `units[3].price`. */
  readonly path: string;
  /** JSON pointer: `/units/3/price`. */
  readonly pointer: string;
}

/**
 * Returns the paths of fields in `raw` that the validator removed from `known`; `Prefer: handling=strict` refuses them.
 * Fields in `readOnly`, by JSON pointer, were removed for another reason and are no fault.
 */
export function findUnknownFields(
  raw: unknown,
  known: unknown,
  readOnly: ReadonlySet<string> = new Set(),
  { path, pointer }: Place = { path: '', pointer: '' },
): ProblemDetail[] {
  if (Array.isArray(raw) && Array.isArray(known)) {
    return raw.flatMap((item, index) =>
      findUnknownFields(item, known[index], readOnly, { path: `${path}[${index}]`, pointer: `${pointer}/${index}` }),
    );
  }
  if (!isJsonObject(raw) || !isJsonObject(known)) return [];
  const toPlace = (field: string) => ({
    path: path === '' ? field : `${path}.${field}`,
    pointer: `${pointer}/${escapePointer(field)}`,
  });
  const fields = Object.keys(raw);
  const unknown = fields
    .filter((field) => !Object.hasOwn(known, field) && !readOnly.has(toPlace(field).pointer))
    .slice(0, maxPerObject)
    .map((field) => ({ field: toPlace(shorten(field)).path, message: 'is not a known field' }));
  const nested = fields
    .filter((field) => Object.hasOwn(known, field))
    .flatMap((field) => findUnknownFields(raw[field], known[field], readOnly, toPlace(field)));
  return [...unknown, ...nested];
}
