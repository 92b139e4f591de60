import { invalid } from '@plotline/kit/errors';
import { parsePassword } from '../domain/password.js';
import { isCommonPassword } from '../store/common-passwords.js';
import { hashPassword } from '../store/password-hashing.js';

/** The hash of a password that somebody chose. Rejects with VALIDATION_ERROR when it is too short, too long or too common. */
export async function hashNewPassword(text: string, field = 'password'): Promise<string> {
  const password = parsePassword(text, field);
  if (isCommonPassword(password)) {
    throw invalid({ field, message: 'is one of the most common passwords, which are guessed first' });
  }
  return hashPassword(password);
}
