import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningSystem } from '@plotline/local/supervise/running-system';
import { processesOf } from './process-tree.js';

const windowMs = 2_000;
/** Long enough for the idle processes to give back what the load needed. */
const windowsInRow = 5;
const mostWindows = 60;
/** Hundredths of a second that all processes together may use in a window. */
const quiet = 60;

async function ticksOf(system: RunningSystem): Promise<number> {
  const processes = await processesOf(system);
  return processes.reduce((sum, { ticks }) => sum + ticks, 0);
}

/** Waits until the system has done what loading left to do: events, tallies, the stores' upkeep. Two minutes at most. */
export async function untilIdle(system: RunningSystem, signal: AbortSignal): Promise<void> {
  let inRow = 0;
  let before = await ticksOf(system);
  for (let window = 0; window < mostWindows && inRow < windowsInRow; window += 1) {
    await sleep(windowMs, undefined, { signal });
    const now = await ticksOf(system);
    inRow = Math.abs(now - before) < quiet ? inRow + 1 : 0;
    before = now;
  }
}
