import { setTimeout as delay } from 'node:timers/promises';
import { readProcessIdentity } from '@plotline/local/supervise/os-process';

/** Returns whether a process runs. A zombie doesn't count. */
export function isRunning(processId: number): boolean {
  return readProcessIdentity(processId) !== undefined;
}

/** Waits until a condition holds. Rejects after a minute. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = Date.now() + 60_000;
  while (!condition()) {
    if (Date.now() > deadline) throw new Error('the condition did not come true within a minute');
    await delay(20);
  }
}
