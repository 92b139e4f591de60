import { Problem } from './errors.js';

/** A point in time in milliseconds since the epoch, after which nobody waits for the answer any more. */
export type Deadline = number;

/** From the arrival of a request at the gateway to its deadline: the longest that a client waits for an answer. */
export const requestBudgetMs = 10_000;

/** From the arrival of an upload at the gateway to the end of its body; the work on it has `requestBudgetMs` from there. */
export const uploadBudgetMs = 600_000;

/** From the start of one piece of background work to its deadline: no transaction lasts longer (deploy/README.md). */
export const backgroundBudgetMs = 20_000;

/** After this a database operation that got no answer has failed. None begins after the deadline, but one may be under way. */
export const databaseTimeoutMs = 30_000;

/** The longest that work with a deadline runs: its budget and the database operation that is under way at its end. */
export const maxRequestMs = 60_000;

/** By how much the clocks of two machines may differ. */
export const clockSkewMs = 2_000;

/** How long after a moment a request or background work that was running then may still change a record, by any clock. */
export const requestLifetimeMs = maxRequestMs + clockSkewMs;

/** What each hop keeps for itself, so that the callee can still answer before the caller gives up. */
const hopMarginMs = 50;

/** The deadline for a call made on behalf of another: `budgetMs` from now, and before `outer` is over. */
export function deriveDeadline(budgetMs: number, outer?: Deadline): Deadline {
  const own = Date.now() + budgetMs;
  return outer === undefined ? own : Math.min(own, outer - hopMarginMs);
}

function tooLate(): Problem {
  return new Problem('SERVICE_UNAVAILABLE', 'The request could not be answered in time.', { retryAfter: 1 });
}

/** Throws SERVICE_UNAVAILABLE when the deadline is over: work that nobody waits for is not begun. */
export function assertBeforeDeadline(deadline: Deadline): void {
  if (Date.now() >= deadline) throw tooLate();
}

/** What the work resolves to, or SERVICE_UNAVAILABLE at the deadline; the work itself is not ended by that. */
export async function waitUntil<T>(deadline: Deadline, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(tooLate()), deadline - Date.now());
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/** What is done after the deadline, such as freeing a claim, gets this long all the same. */
const minOperationMs = 1_000;

/**
 * How long the server works on an operation: up to the deadline of the request, at least a second, and never longer than
 * the client waits for an answer. Then it gives up with MaxTimeMSExpired, which is answered SERVICE_UNAVAILABLE.
 */
export function limitDatabaseTime(deadline?: Deadline): { readonly maxTimeMS: number } {
  const leftMs = deadline === undefined ? databaseTimeoutMs : deadline - Date.now();
  return { maxTimeMS: Math.min(Math.max(leftMs, minOperationMs), databaseTimeoutMs) };
}
