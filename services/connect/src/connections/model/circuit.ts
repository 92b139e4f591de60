import { backoff } from '@plotline/kit/core/time';

/**
 * State of the circuit breaker for a vendor. After consecutive failures, requests pause and are then tried one at a
 * time.
 */
export interface Circuit {
  /** Consecutive failures. */
  readonly failures: number;
  readonly paused_until: Date | null;
}

export const closedCircuit: Circuit = { failures: 0, paused_until: null };

const failuresToOpen = 3;
const pauses = { baseMs: 10_000, capMs: 600_000 };
/** Minimum pause after the vendor has asked us to wait. */
const minWaitMs = 10_000;
/** Maximum pause that a vendor can request. */
const maxWaitMs = 24 * 3_600_000;

/** Returns whether requests are only tried one at a time. */
export function isOpen({ failures }: Circuit): boolean {
  return failures >= failuresToOpen;
}

export function isPaused({ paused_until }: Circuit, now: Date): boolean {
  return paused_until !== null && paused_until > now;
}

/** Returns the circuit after the vendor failed or didn't answer. */
export function addFailure({ failures: before }: Circuit, now: Date, retryAfterMs: number): Circuit {
  const failures = before + 1;
  const pauseMs = failures < failuresToOpen ? 0 : backoff({ attempt: failures - failuresToOpen, ...pauses });
  const ms = Math.min(Math.max(pauseMs, retryAfterMs), maxWaitMs);
  return { failures, paused_until: ms === 0 ? null : new Date(now.getTime() + ms) };
}

/** Returns the circuit after the vendor asked us to wait, which doesn't count as a failure. */
export function addLimit({ failures }: Circuit, now: Date, retryAfterMs: number): Circuit {
  const ms = Math.min(Math.max(retryAfterMs, minWaitMs), maxWaitMs);
  return { failures, paused_until: new Date(now.getTime() + ms) };
}
