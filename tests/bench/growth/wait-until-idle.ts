import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { listProcesses } from '../system-processes.js';

const windowMs = 2_000;
/** Long enough for idle processes to release the memory that the load needed. */
const idleWindows = 5;
const maxWindows = 60;
/** Hundredths of a second that all processes together may use in an idle window. */
const maxIdleTicks = 60;

async function sumTicks(system: RunningSystem): Promise<number> {
  const processes = await listProcesses(system);
  return processes.reduce((sum, { ticks }) => sum + ticks, 0);
}

/** Waits until the system has published events, updated counters and compacted its stores. Two minutes at most. */
export async function waitUntilIdle(system: RunningSystem, signal: AbortSignal): Promise<void> {
  let inRow = 0;
  let before = await sumTicks(system);
  for (let window = 0; window < maxWindows && inRow < idleWindows; window += 1) {
    await sleep(windowMs, undefined, { signal });
    const now = await sumTicks(system);
    inRow = Math.abs(now - before) < maxIdleTicks ? inRow + 1 : 0;
    before = now;
  }
}
