import { constants, type Stats } from 'node:fs';
import { copyFile, link, mkdir, open, opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { CopiedFiles } from '../model/manifest.js';

/** Incomplete files of transfer, which renames them once they are complete, and hidden files of other programs. */
const isHidden = (name: string) => name.startsWith('.');

const isMissing = (error: unknown) => error instanceof Error && Reflect.get(error, 'code') === 'ENOENT';

async function find(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Copies a file and its modification time, which the next backup compares. Only the owner can read the copy. */
async function copy(from: string, to: string, { mtimeMs }: Stats): Promise<void> {
  await copyFile(from, to, constants.COPYFILE_EXCL);
  const file = await open(to, 'r+');
  try {
    await file.chmod(0o600);
    await file.utimes(new Date(), new Date(mtimeMs));
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Milliseconds by which the time of a copy can differ, because `utimes` takes fractions of seconds. */
const maxTimeDifferenceMs = 2;

const isSame = (one: Stats, other: Stats | undefined) =>
  other !== undefined && one.size === other.size && Math.abs(one.mtimeMs - other.mtimeMs) < maxTimeDifferenceMs;

/** Links the target to the same file in the previous backup. Resolves to false if that is not possible. */
async function linkTo(previous: string | undefined, target: string, found: Stats): Promise<boolean> {
  if (previous === undefined || !isSame(found, await find(previous))) return false;
  try {
    await link(previous, target);
    return true;
  } catch {
    // The volume doesn't support links, or the file already has the maximum number of links.
    return false;
  }
}

/** Resolves to false if the file was removed meanwhile. */
async function copyIfPresent(from: string, to: string, found: Stats): Promise<boolean> {
  try {
    await copy(from, to, found);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

/** A copy of a folder. */
export interface CopyResult extends CopiedFiles {
  /** Names of files that are links to files of the previous backup. */
  readonly linked: readonly string[];
}

/**
 * Copies the files of a folder, which never change once they are complete. Links a file that the previous backup
 * already has, so that it takes space only once. Skips a file that is removed meanwhile.
 */
export async function copyFiles(from: string, to: string, previous: string | undefined): Promise<CopyResult> {
  await mkdir(to, { mode: 0o700 });
  const linked: string[] = [];
  let [count, bytes] = [0, 0];
  for await (const { name } of await opendir(from)) {
    const source = join(from, name);
    const found = isHidden(name) ? undefined : await find(source);
    if (!found?.isFile()) continue;
    const isLinked = await linkTo(previous && join(previous, name), join(to, name), found);
    if (isLinked) linked.push(name);
    else if (!(await copyIfPresent(source, join(to, name), found))) continue;
    count += 1;
    bytes += found.size;
  }
  return { count, bytes, linked };
}

/** Restores the files of a backup. Keeps existing files, because a file never changes. */
export async function restoreFiles(from: string, to: string): Promise<number> {
  let count = 0;
  for await (const entry of await opendir(from)) {
    const target = join(to, entry.name);
    const found = await find(join(from, entry.name));
    if (!found || (await find(target))) continue;
    await copy(join(from, entry.name), target, found);
    count += 1;
  }
  return count;
}
