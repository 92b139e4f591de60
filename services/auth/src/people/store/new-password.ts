import { readFileSync } from 'node:fs';
import { invalid } from '@plotline/kit/core/errors';
import { hashPassword } from './password-hashing.js';

// The 10,000 most common passwords of ten characters and more, from the list of a million of SecLists (MIT), which is in order of
// frequency. Shorter ones are refused for their length.
const file = new URL('../../../assets/common-passwords.txt', import.meta.url);

let passwords: ReadonlySet<string> | undefined;

/** Whether a password is among the most common ones, in capitals or not. */
function isCommonPassword(password: string): boolean {
  passwords ??= new Set(readFileSync(file, 'utf8').toLowerCase().split('\n'));
  return passwords.has(password.normalize('NFKC').toLowerCase());
}

const minLength = 12;
/** Bounds the work of hashing. */
const maxLength = 200;

function parsePassword(password: string, field: string): string {
  const length = [...password].length;
  if (length < minLength || length > maxLength) {
    throw invalid({ field, message: `must have ${minLength} to ${maxLength} characters` });
  }
  return password;
}

/** Whose password it is. */
interface PasswordOwner {
  readonly email: string;
  /** Names of the workspaces, as far as they are known. */
  readonly workspaceNames: readonly string[];
}

const productName = 'Plotline';
/** A password that has fewer other characters than this beside a known word is that word. */
const minOthers = 5;
/** A shorter word, such as the local part of a@example.com, is in every other password. */
const minWordLength = 4;

const toLetters = (text: string) =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '');

/**
 * Whether a password is what everybody can guess who knows whose it is: the address, its local part, or the name of a workspace or of the
 * product, in whatever spelling, repeated, or with a few characters more.
 */
export function isOwnName(password: string, { email, workspaceNames }: PasswordOwner): boolean {
  const letters = toLetters(password);
  const words = [email, email.split('@')[0] ?? '', ...workspaceNames, productName].map(toLetters);
  return words.some(
    (word) => word.length >= minWordLength && letters.includes(word) && letters.replaceAll(word, '').length < minOthers,
  );
}

/** Throws VALIDATION_ERROR when a password is too short, too long, too common, or the name of whoever it belongs to. */
export function assertFitPassword(text: string, owner: PasswordOwner, field = 'password'): void {
  const password = parsePassword(text, field);
  if (isCommonPassword(password)) {
    throw invalid({ field, message: 'is one of the most common passwords, which are guessed first' });
  }
  if (isOwnName(password, owner)) {
    throw invalid({ field, message: 'must not be your email, or the name of the workspace or of Plotline' });
  }
}

/**
 * The hash of a password that somebody chose. Rejects with VALIDATION_ERROR when it is too short, too long, too common, or the name of
 * whoever it belongs to.
 */
export async function hashNewPassword(text: string, owner: PasswordOwner, field = 'password'): Promise<string> {
  assertFitPassword(text, owner, field);
  return hashPassword(text);
}
