import { setTimeout as delay } from 'node:timers/promises';
import type { Part } from '../part.js';
import type { RunRecord } from '../run-record/run-record.js';
import type { Parts } from './parts.js';

/** A stop that takes longer is ended by SIGKILL to whatever still runs; with what goes before it stays under 15 s. */
const STOP_DEADLINE_MS = 11_000;
const SETTLE_DEADLINE_MS = 3_500;

/** A function that stops all parts in order and closes the record; called again, it gives the same promise. */
export function stopOnce(parts: Parts, record: RunRecord): () => Promise<void> {
  let stopped: Promise<void> | undefined;
  return () => {
    stopped ??= stop(parts, record);
    return stopped;
  };
}

async function stop(parts: Parts, record: RunRecord): Promise<void> {
  const tooLate = setTimeout(() => record.killAll(), STOP_DEADLINE_MS);
  try {
    await parts.stop();
  } finally {
    clearTimeout(tooLate);
    // What was noted but never became a part, because its start was given up.
    record.killAll();
    record.close();
  }
}

/** Waits for starts that are under way, so that their parts can be stopped in order, but not for a long installation. */
export async function settleStarts(starts: readonly (Promise<Part> | undefined)[]): Promise<void> {
  const timer = new AbortController();
  const late = delay(SETTLE_DEADLINE_MS, undefined, { signal: timer.signal }).catch(() => undefined);
  await Promise.race([Promise.allSettled(starts), late]);
  timer.abort();
}
