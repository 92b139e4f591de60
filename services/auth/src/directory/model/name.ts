import { invalid } from '@plotline/kit/core/errors';

/**
 * Rule of the contract's schema ShownName. Forms and RPCs need it here, because the contract isn't applied to their
 * input.
 */
const shownName = /^(?=.*\S)[^\p{Cc}\u202A-\u202E\u2066-\u2069]+$/u;

/**
 * Parses a name that other people read: in emails, on the consent page, and in other services, which refuse the same
 * names. Throws VALIDATION_ERROR.
 */
export function parseName(name: string, maxLength: number, field = 'name'): string {
  if (name.length < 1 || name.length > maxLength) {
    throw invalid({ field, message: `must have 1 to ${maxLength} characters` });
  }
  if (!shownName.test(name)) throw invalid({ field, message: 'must not be blank or have control characters' });
  return name;
}
