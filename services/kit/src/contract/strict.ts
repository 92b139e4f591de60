import type { ProblemDetail } from '../errors.js';

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Fields of `raw` that the validator removed from `known`, by path; what `Prefer: handling=strict` refuses. */
export function unknownFields(raw: unknown, known: unknown, path = ''): ProblemDetail[] {
  if (Array.isArray(raw) && Array.isArray(known)) {
    return raw.flatMap((item, index) => unknownFields(item, known[index], `${path}[${index}]`));
  }
  if (!isObject(raw) || !isObject(known)) return [];
  return Object.entries(raw).flatMap(([field, value]) => {
    const at = path === '' ? field : `${path}.${field}`;
    if (!Object.hasOwn(known, field)) return [{ field: at, message: 'is not a known field' }];
    return unknownFields(value, known[field], at);
  });
}

/** Whether a `Prefer` header asks for strict handling (RFC 7240, section 4.4). */
export function prefersStrict(prefer: string | undefined): boolean {
  return prefer !== undefined && /(^|,)\s*handling\s*=\s*"?strict"?\s*(,|;|$)/i.test(prefer);
}
