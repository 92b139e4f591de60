const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 10_000;
/** A process that ran this long is taken for healthy: its next end is its first. */
const HEALTHY_AFTER_MS = 30_000;

export interface BackOff {
  /** Milliseconds to wait before the next start of a process that ran for `ranForMs`. */
  next(ranForMs: number): number;
}

/** Waits that double from 250 ms to 10 s, and start over once a process has run for 30 s. */
export function createBackOff(): BackOff {
  let failures = 0;
  return {
    next(ranForMs) {
      failures = ranForMs >= HEALTHY_AFTER_MS ? 0 : failures;
      const delay = Math.min(FIRST_DELAY_MS * 2 ** failures, LONGEST_DELAY_MS);
      failures += 1;
      return delay;
    },
  };
}
