import { readFileSync } from 'node:fs';
import { invalid } from '@plotline/kit/errors';
import { hashPassword } from '../store/password-hashing.js';

// The 10,000 most common passwords of ten characters and more, from the list of a million of SecLists (MIT), which is in order of
// frequency. Shorter ones are refused for their length.
const file = new URL('../../assets/common-passwords.txt', import.meta.url);

let passwords: ReadonlySet<string> | undefined;

/** Whether a password is among the most common ones, in capitals or not. */
function isCommonPassword(password: string): boolean {
  passwords ??= new Set(readFileSync(file, 'utf8').toLowerCase().split('\n'));
  return passwords.has(password.normalize('NFKC').toLowerCase());
}

const minLength = 10;
/** Bounds the work of hashing. */
const maxLength = 200;

function parsePassword(password: string, field: string): string {
  const length = [...password].length;
  if (length < minLength || length > maxLength) {
    throw invalid({ field, message: `must have ${minLength} to ${maxLength} characters` });
  }
  return password;
}

/** The hash of a password that somebody chose. Rejects with VALIDATION_ERROR when it is too short, too long or too common. */
export async function hashNewPassword(text: string, field = 'password'): Promise<string> {
  const password = parsePassword(text, field);
  if (isCommonPassword(password)) {
    throw invalid({ field, message: 'is one of the most common passwords, which are guessed first' });
  }
  return hashPassword(password);
}
