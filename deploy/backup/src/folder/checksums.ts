import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** File with the SHA-256 of every other file of a backup, in the format of `sha256sum --check`. */
export const checksumFile = 'SHA256SUMS';

const linePattern = /^([0-9a-f]{64}) {2}(.+)$/;

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns the paths of all files below a folder. The paths are relative to the folder and use slashes. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .toSorted();
}

/** Checksums of a backup by the path of the file. */
export type Checksums = ReadonlyMap<string, string>;

/** Parses the checksums of a backup. Throws for a line that isn't one. */
export function parseChecksums(text: string): Checksums {
  const lines = text.split('\n').filter((line) => line !== '');
  return new Map(
    lines.map((line) => {
      const [, hash, path] = linePattern.exec(line) ?? [];
      if (hash === undefined || path === undefined) throw new Error(`${checksumFile} is damaged.`);
      return [path, hash];
    }),
  );
}

/** Reads the checksums of a backup. Throws for a line that isn't one. */
export async function readChecksums(folder: string): Promise<Checksums> {
  return parseChecksums(await readFile(join(folder, checksumFile), 'utf8'));
}

/** Writes the checksums of all files below the folder; `known` has those that need not be computed again. */
export async function writeChecksums(folder: string, known: Checksums): Promise<void> {
  const lines: string[] = [];
  for (const path of await listFiles(folder)) {
    lines.push(`${known.get(path) ?? (await hashFile(join(folder, path)))}  ${path}\n`);
  }
  await writeFile(join(folder, checksumFile), lines.join(''), { flag: 'wx', mode: 0o600, flush: true });
}

/** Returns the files that are missing, changed or not part of the backup. Throws if the checksums can't be read. */
export async function findDamagedFiles(folder: string): Promise<string[]> {
  const expected = await readChecksums(folder);
  const present = new Set((await listFiles(folder)).filter((path) => path !== checksumFile));
  const damaged = [...present].filter((path) => !expected.has(path));
  for (const [path, hash] of expected) {
    if (!present.has(path) || (await hashFile(join(folder, path))) !== hash) damaged.push(path);
  }
  return damaged;
}
