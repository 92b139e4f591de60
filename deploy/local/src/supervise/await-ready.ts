import { setTimeout as delay } from 'node:timers/promises';
import type { Run } from './run-process.js';

const PROBE_EVERY_MS = 50;
const PROBE_DEADLINE_MS = 2_000;
const SHOWN_LOG_LINES = 30;

export interface Readiness {
  /** One probe: whether the process serves now. A rejection counts as not yet. */
  readonly isReady: (deadline: AbortSignal) => Promise<boolean>;
  /** Milliseconds that a start may take. */
  readonly readyWithinMs: number;
}

/**
 * Resolves once the process serves.
 * @throws Error with the last lines of its log, when it ends before or is not ready in time.
 */
export async function awaitReady(name: string, run: Run, readiness: Readiness): Promise<void> {
  const deadline = run.startedAt + readiness.readyWithinMs;
  while (Date.now() < deadline && !run.hasEnded()) {
    const ready = await readiness.isReady(AbortSignal.timeout(PROBE_DEADLINE_MS)).catch(() => false);
    // Whoever answered the probe is not this process when this process has ended.
    if (ready && !run.hasEnded()) return;
    await Promise.race([delay(PROBE_EVERY_MS), run.ended]);
  }
  const outcome = run.hasEnded()
    ? `ended before it was ready (${await run.ended})`
    : `was not ready within ${readiness.readyWithinMs / 1000} s`;
  const lines = run.lastLines(SHOWN_LOG_LINES).map((line) => `  | ${line}`);
  throw new Error([`${name} ${outcome}`, ...(lines.length > 0 ? ['its last lines:', ...lines] : [])].join('\n'));
}
