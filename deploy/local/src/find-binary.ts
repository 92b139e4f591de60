import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Full path of the first executable file called `name` in the folders of `searchPath` (as PATH is written) and `further`. */
export function findBinary(name: string, searchPath: string, further: readonly string[] = []): string | undefined {
  const folders = [...searchPath.split(delimiter), ...further];
  return folders
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
