import { readFileSync } from 'node:fs';

// The 10,000 most common passwords of ten characters and more, from the list of a million of SecLists (MIT), which is in order of
// frequency. Shorter ones are refused for their length.
const file = new URL('../../assets/common-passwords.txt', import.meta.url);

let passwords: ReadonlySet<string> | undefined;

/** Whether a password is among the most common ones, in capitals or not. */
export function isCommonPassword(password: string): boolean {
  passwords ??= new Set(readFileSync(file, 'utf8').toLowerCase().split('\n'));
  return passwords.has(password.normalize('NFKC').toLowerCase());
}
