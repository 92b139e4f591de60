import { invalid } from '@plotline/kit/errors';

const minLength = 10;
/** Bounds the work of hashing. */
const maxLength = 200;

/** A password that somebody chose. Throws VALIDATION_ERROR. */
export function parsePassword(password: string, field = 'password'): string {
  const length = [...password].length;
  if (length < minLength || length > maxLength) {
    throw invalid({ field, message: `must have ${minLength} to ${maxLength} characters` });
  }
  return password;
}
