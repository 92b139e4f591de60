import { Problem } from './errors.js';

/** A point in time in milliseconds since the epoch, after which nobody waits for the answer any more. */
export type Deadline = number;

/** What each hop keeps for itself, so that the callee can still answer before the caller gives up. */
const margin = 50;

/** The deadline for a call made on behalf of another: `budget` milliseconds from now, and before `outer` is over. */
export function innerDeadline(budget: number, outer?: Deadline): Deadline {
  const own = Date.now() + budget;
  return outer === undefined ? own : Math.min(own, outer - margin);
}

/** Throws SERVICE_UNAVAILABLE when the deadline is over: work that nobody waits for is not begun. */
export function assertInTime(deadline: Deadline): void {
  if (Date.now() >= deadline) {
    throw new Problem('SERVICE_UNAVAILABLE', 'The request could not be answered in time.', { retryAfter: 1 });
  }
}
