import { invalid } from '@plotline/kit/core/errors';

/** What the schema ShownName of the contract takes: the forms of pages and the RPCs are not held against it. */
const shownName = /^(?=.*\S)[^\p{Cc}\u202A-\u202E\u2066-\u2069]+$/u;

/**
 * A name that other people read: in mails, on the page of a consent, and in other services, which refuse what this does. Throws
 * VALIDATION_ERROR.
 */
export function parseName(name: string, maxLength: number, field = 'name'): string {
  if (name.length < 1 || name.length > maxLength) {
    throw invalid({ field, message: `must have 1 to ${maxLength} characters` });
  }
  if (!shownName.test(name)) throw invalid({ field, message: 'must not be blank or have control characters' });
  return name;
}
