const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Delay before each attempt, counted from the end of the previous one. */
const retryDelaysMs = [0, 5 * minuteMs, 30 * minuteMs, 2 * hourMs, 24 * hourMs] as const;

/** Number of attempts in a delivery's schedule. */
export const maxAttempts = retryDelaysMs.length;

const maxDelayMs = 24 * hourMs;

/**
 * Returns the time of the schedule's next attempt, after a failed attempt that ended at `endedAt`. Returns null if no
 * attempt remains.
 */
export function scheduleRetry(remainingAttempts: number, endedAt: Date, retryAfterMs: number): Date | null {
  if (remainingAttempts < 1) return null;
  const delayMs = retryDelaysMs[maxAttempts - remainingAttempts] ?? maxDelayMs;
  return postpone(new Date(endedAt.getTime() + delayMs), endedAt, retryAfterMs);
}

/**
 * Returns the later of two times: the planned time, and the end of the delay that the receiver requested. The delay is
 * at most one day.
 */
export function postpone(planned: Date, endedAt: Date, retryAfterMs: number): Date {
  return new Date(Math.max(planned.getTime(), endedAt.getTime() + Math.min(retryAfterMs, maxDelayMs)));
}
