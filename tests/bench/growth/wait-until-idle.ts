import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { listProcesses } from '../system-processes.js';

interface Rest {
  readonly windowMs: number;
  /** Number of consecutive idle seconds. */
  readonly idleWindows: number;
  readonly maxWindows: number;
  /** Maximum processor time of all processes together in an idle window, in hundredths of a second. */
  readonly maxTicks: number;
}

/** Long enough for idle processes to release the memory that the load needed. */
const longRest: Rest = { windowMs: 2_000, idleWindows: 5, maxWindows: 60, maxTicks: 30 };
/** Idle time between two rounds. On a busy machine, idle processes alone use up to 27 hundredths of a second. */
export const shortRest: Rest = { windowMs: 500, idleWindows: 2, maxWindows: 60, maxTicks: 50 };

async function sumTicks(system: RunningSystem): Promise<number> {
  const processes = await listProcesses(system);
  return processes.reduce((sum, { ticks }) => sum + ticks, 0);
}

/**
 * Waits until the system has published all events and compacted its stores. By default waits for at most two minutes.
 */
export async function waitUntilIdle(
  system: RunningSystem,
  signal: AbortSignal,
  { windowMs, idleWindows, maxWindows, maxTicks }: Rest = longRest,
): Promise<void> {
  let inRow = 0;
  let before = await sumTicks(system);
  for (let window = 0; window < maxWindows && inRow < idleWindows; window += 1) {
    await sleep(windowMs, undefined, { signal });
    const now = await sumTicks(system);
    inRow = Math.abs(now - before) < (maxTicks * windowMs) / 1_000 ? inRow + 1 : 0;
    before = now;
  }
}
