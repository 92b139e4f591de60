import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess } from '../../supervise/os-process.js';
import { holdLock, type Release } from '../hold-lock.js';

const LOCK_WAIT_MS = 2_000;

/** Part of the command line of each program that runs on a data directory. */
export const programs = { server: '/postgresql/18/', bridge: '/documentdb-bridge/', mongod: 'mongod' } as const;
export const dataFolders = { documentdb: 'documentdb', mongod: 'mongod' } as const;

/**
 * Locks a data directory against other launchers and ends processes that a killed launcher left running on it.
 * @throws Error when another launcher uses it.
 */
export async function claimData(dataDirectory: string): Promise<Release> {
  await mkdir(dataDirectory, { recursive: true, mode: 0o700 });
  const directory = await realpath(dataDirectory);
  const release = await holdLock(directory, LOCK_WAIT_MS);
  if (release === undefined) throw new Error(`another process runs MongoDB on ${directory}`);
  try {
    for (const folder of Object.values(dataFolders).map((name) => join(directory, name))) {
      if (existsSync(folder)) for (const program of Object.values(programs)) await endOrphans(folder, program);
    }
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

const END_WAIT_MS = 5_000;

/**
 * Returns processes whose working directory is `directory` (a real path) and whose command line contains `program`.
 * These are servers of a killed launcher, or backends of a killed server. Returns none on systems other than Linux.
 */
export function findOrphans(directory: string, program: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((processId) => processId !== process.pid && runsIn(processId, directory, program));
}

function runsIn(processId: number, directory: string, program: string): boolean {
  try {
    if (readlinkSync(`/proc/${processId}/cwd`) !== directory) return false;
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes(program);
  } catch {
    // The process has ended in the meantime, or belongs to another user.
    return false;
  }
}

/**
 * Ends orphans with SIGKILL and waits until they have ended. Acknowledged data survives.
 * @throws Error when they do not end.
 */
async function endOrphans(directory: string, program: string): Promise<void> {
  const deadline = Date.now() + END_WAIT_MS;
  for (let orphans = findOrphans(directory, program); orphans.length > 0; orphans = findOrphans(directory, program)) {
    if (Date.now() > deadline) throw new Error(`processes ${orphans.join(', ')} in ${directory} can't be ended`);
    for (const processId of orphans) signalProcess(processId, 'SIGKILL');
    await delay(20);
  }
}
