import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { signalProcess } from '../supervise/signal-process.js';

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
export async function endStrays(directory: string, program: string): Promise<void> {
  const deadline = Date.now() + END_WAIT_MS;
  for (let strays = findStrays(directory, program); strays.length > 0; strays = findStrays(directory, program)) {
    if (Date.now() > deadline) throw new Error(`processes ${strays.join(', ')} in ${directory} do not end`);
    for (const processId of strays) signalProcess(processId, 'SIGKILL');
    await delay(20);
  }
}
