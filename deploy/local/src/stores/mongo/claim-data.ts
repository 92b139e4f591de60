import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess } from '../../supervise/os-process.js';
import { holdLock, type Release } from '../hold-lock.js';

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

const END_WAIT_MS = 5_000;

/**
 * Processes that work in `directory` (a real path) and whose command line has `program` in it: servers of a launcher that
 * was killed, or the backends that a killed server left behind. Only Linux tells; none elsewhere.
 */
export function findStrays(directory: string, program: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((processId) => processId !== process.pid && worksIn(processId, directory, program));
}

function worksIn(processId: number, directory: string, program: string): boolean {
  try {
    if (readlinkSync(`/proc/${processId}/cwd`) !== directory) return false;
    return readFileSync(`/proc/${processId}/cmdline`, 'utf8').includes(program);
  } catch {
    // It has ended meanwhile, or belongs to somebody else.
    return false;
  }
}

/**
 * Ends strays with SIGKILL, which acknowledged data survives by design, and waits until they are gone.
 * @throws Error when they do not end.
 */
async function endStrays(directory: string, program: string): Promise<void> {
  const deadline = Date.now() + END_WAIT_MS;
  for (let strays = findStrays(directory, program); strays.length > 0; strays = findStrays(directory, program)) {
    if (Date.now() > deadline) throw new Error(`processes ${strays.join(', ')} in ${directory} do not end`);
    for (const processId of strays) signalProcess(processId, 'SIGKILL');
    await delay(20);
  }
}
