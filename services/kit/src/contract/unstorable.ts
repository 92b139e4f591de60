import type { ProblemDetail } from '../errors.js';

const message = 'must not contain NUL or half of a surrogate pair';

/**
 * Texts in a body that databases do not keep as they are: none keeps half a surrogate pair, and not all keep NUL. The
 * answer would differ from the record.
 */
export function unstorableTexts(value: unknown, path = ''): ProblemDetail[] {
  if (typeof value === 'string') {
    return value.isWellFormed() && !value.includes('\0') ? [] : [{ field: path || 'body', message }];
  }
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item, index) => unstorableTexts(item, `${path}[${index}]`));
  return Object.entries(value).flatMap(([name, item]) => unstorableTexts(item, path === '' ? name : `${path}.${name}`));
}
