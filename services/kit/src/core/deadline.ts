import { Problem } from './errors.js';

/** Time in milliseconds since the epoch after which nobody waits for the answer. */
export type Deadline = number;

/** Time from a request's arrival at the gateway to its deadline: the longest that a client waits for an answer. */
export const requestBudgetMs = 10_000;

/** Time from an upload's arrival at the gateway to the end of its body. The work on it then has `requestBudgetMs`. */
export const uploadBudgetMs = 600_000;

/**
 * Time from the start of one piece of background work to its deadline. No transaction lasts longer (deploy/README.md).
 */
export const backgroundBudgetMs = 20_000;

/**
 * Time after which an unanswered database operation has failed. None starts after the deadline, but one may be running.
 */
export const databaseTimeoutMs = 30_000;

/** Longest duration of work with a deadline: its budget, and the database operation that runs at its end. */
export const maxRequestMs = 60_000;

/** Largest expected difference between the clocks of two machines. */
export const clockSkewMs = 2_000;

/**
 * How long after a given moment a request or background work that was running then may still change a record, by any
 * clock.
 */
export const requestLifetimeMs = maxRequestMs + clockSkewMs;

/** Time that each hop keeps for itself, so that the callee can answer before the caller gives up. */
const hopMarginMs = 50;

/** Returns the deadline for a call made within other work: `budgetMs` from now, and before `outer`. */
export function deriveDeadline(budgetMs: number, outer?: Deadline): Deadline {
  const own = Date.now() + budgetMs;
  return outer === undefined ? own : Math.min(own, outer - hopMarginMs);
}

function tooLate(): Problem {
  return new Problem('SERVICE_UNAVAILABLE', 'The request could not be answered in time.', { retryAfter: 1 });
}

/** Throws SERVICE_UNAVAILABLE when the deadline has passed, so that no work starts that nobody waits for. */
export function assertBeforeDeadline(deadline: Deadline): void {
  if (Date.now() >= deadline) throw tooLate();
}

/**
 * Resolves to the result of the work, or rejects with SERVICE_UNAVAILABLE at the deadline. The work itself continues.
 */
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

/** Minimum for work after the deadline, such as releasing a claim. */
const minOperationMs = 1_000;

/**
 * Limits the time that the server spends on an operation: until the deadline of the request, but at least a second and
 * never longer than the client waits for an answer. After that the server fails with MaxTimeMSExpired, which becomes
 * SERVICE_UNAVAILABLE.
 */
export function limitDatabaseTime(deadline?: Deadline): { readonly maxTimeMS: number } {
  const leftMs = deadline === undefined ? databaseTimeoutMs : deadline - Date.now();
  return { maxTimeMS: Math.min(Math.max(leftMs, minOperationMs), databaseTimeoutMs) };
}
