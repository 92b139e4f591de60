import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { holdLock, type Release } from './hold-lock.js';
import { endStrays } from './strays.js';

const LOCK_WAIT_MS = 2_000;

/** What runs in each folder of a data directory, by a part of its command line. */
export const programs = { server: '/postgresql/18/', bridge: '/documentdb-bridge/', mongod: 'mongod' } as const;
export const folders = { documentdb: 'documentdb', mongod: 'mongod' } as const;

/**
 * Makes a data directory this process's own: locked against other launchers, and without what one that was killed left
 * running in it.
 * @throws Error when a living launcher has it.
 */
export async function ownData(dataDirectory: string): Promise<Release> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const directory = await realpath(dataDirectory);
  const release = await holdLock(directory, LOCK_WAIT_MS);
  if (release === undefined) throw new Error(`another process runs a MongoDB on ${directory}`);
  try {
    for (const folder of Object.values(folders).map((name) => join(directory, name))) {
      if (existsSync(folder)) for (const program of Object.values(programs)) await endStrays(folder, program);
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}
