import { randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const letterCount = 12;
const pattern = /^[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}(\.[a-z]{1,20})?$/;

/**
 * Returns a unique file id that can't be guessed. It consists of the id of the record, a dot, up to eight letters that
 * name its kind, and random letters.
 */
export function newFileId(recordId: string, kind = ''): string {
  const random = Array.from({ length: letterCount }, () => letters.charAt(randomInt(letters.length)));
  return `${recordId}.${kind}${random.join('')}`;
}

/** Returns whether a name in a store is a file id. A store may contain other files. */
export function isFileId(name: string): boolean {
  return pattern.test(name);
}

/** Throws unless the id is valid. Ids become names of files and objects, so an id must never be a path. */
export function assertFileId(id: string): void {
  if (!isFileId(id)) throw new Error('The id of the file is not valid.');
}
