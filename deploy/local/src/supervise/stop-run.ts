import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from './run-process.js';

/** A process that not even SIGKILL ends (stuck in the kernel) is given up after this, so that a stop always ends. */
const KILL_WAIT_MS = 2_000;

/** Asks a process to end with SIGTERM, and ends its whole group with SIGKILL when it has not within `graceMs`. */
export async function stopRun(run: Run, graceMs: number): Promise<void> {
  run.signal('SIGTERM');
  if (await endsWithin(run, graceMs)) return;
  run.killGroup();
  await endsWithin(run, KILL_WAIT_MS);
}

async function endsWithin(run: Run, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const late = delay(milliseconds, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([run.ended, late]);
  timer.abort();
  return run.hasEnded();
}
