const pattern = /^[a-z]{2,10}_[0-9a-hjkmnp-tv-z]{26}(\.[a-z]{1,20})?$/;

/** Whether a name of a store is a file's id: not all that lies there needs to be a file. */
export function isFileId(name: string): boolean {
  return pattern.test(name);
}

/** Ids become names of files and objects as they are, and so must never be a path. */
export function assertFileId(id: string): void {
  if (!isFileId(id)) throw new Error('The id of the file is not valid.');
}
