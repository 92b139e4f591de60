import { readFileSync } from 'node:fs';
import { invalid } from '@plotline/kit/core/errors';
import { hashPassword } from './password-hashing.js';

// The 10,000 most common passwords of ten characters and more. Comes from SecLists' list of a million passwords (MIT),
// which is in order of frequency. Shorter passwords are refused because of their length.
const file = new URL('../../../assets/common-passwords.txt', import.meta.url);

let passwords: ReadonlySet<string> | undefined;

/** Checks whether a password is among the most common passwords, ignoring case. */
function isCommonPassword(password: string): boolean {
  passwords ??= new Set(readFileSync(file, 'utf8').toLowerCase().split('\n'));
  return passwords.has(password.normalize('NFKC').toLowerCase());
}

/** Summary of the rules below, for forms. */
export const passwordHint =
  "At least 12 characters. Don't use your email or your workspace's name. A few unrelated words are strong and easy to remember.";

const minLength = 12;
/** Limits the work of hashing. */
const maxLength = 200;

function parsePassword(password: string, field: string): string {
  const length = [...password].length;
  if (length < minLength || length > maxLength) {
    throw invalid({ field, message: `must have ${minLength} to ${maxLength} characters` });
  }
  return password;
}

/** The person who chooses the password. */
interface PasswordOwner {
  readonly email: string;
  /** Names of the person's workspaces, if they are known. */
  readonly workspaceNames: readonly string[];
}

const productName = 'Plotline';
/** Minimum number of characters in addition to known words. */
const minOthers = 5;
/**
 * Minimum length of words that count as known. Shorter words are too frequent in passwords, such as the local part of
 * a@example.com.
 */
const minWordLength = 4;

const toLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Checks whether somebody who knows the owner of a password can guess it. Such a password is the address, its local
 * part, or the name of a workspace or of the product. Case, punctuation, repetition and a few additional characters
 * make no difference.
 */
export function isOwnName(password: string, { email, workspaceNames }: PasswordOwner): boolean {
  const letters = toLetters(password);
  const words = [email, email.split('@')[0] ?? '', ...workspaceNames, productName].map(toLetters);
  return words.some(
    (word) => word.length >= minWordLength && letters.includes(word) && letters.replaceAll(word, '').length < minOthers,
  );
}

/** Throws VALIDATION_ERROR if a password is too short, too long or too common, or can be guessed from its owner. */
export function assertFitPassword(text: string, owner: PasswordOwner, field = 'password'): void {
  const password = parsePassword(text, field);
  if (isCommonPassword(password)) {
    throw invalid({ field, message: 'must not be one of the most common passwords' });
  }
  if (isOwnName(password, owner)) {
    throw invalid({ field, message: 'must not be your email, or the name of the workspace or of Plotline' });
  }
}

/** Hashes a new password. Rejects with VALIDATION_ERROR under the rules of `assertFitPassword`. */
export async function hashNewPassword(text: string, owner: PasswordOwner, field = 'password'): Promise<string> {
  assertFitPassword(text, owner, field);
  return hashPassword(text);
}
