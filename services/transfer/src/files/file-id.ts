import { randomInt } from 'node:crypto';

const letters = 'abcdefghijklmnopqrstuvwxyz';
const letterCount = 12;
const pattern = /^[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}(\.[a-z]{1,20})?$/;

/** A file's id that nobody can guess or make a second time: that of its record, a dot, up to eight letters that tell what it is, and random ones. */
export function newFileId(recordId: string, kind = ''): string {
  const random = Array.from({ length: letterCount }, () => letters.charAt(randomInt(letters.length)));
  return `${recordId}.${kind}${random.join('')}`;
}

/** Whether a name of a store is a file's id: not all that lies there needs to be a file. */
export function isFileId(name: string): boolean {
  return pattern.test(name);
}

/** Ids become names of files and objects as they are, and so must never be a path. */
export function assertFileId(id: string): void {
  if (!isFileId(id)) throw new Error('The id of the file is not valid.');
}
