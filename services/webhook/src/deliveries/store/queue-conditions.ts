/** Conditions and updates of endpoint queues that several operations share. */

/** Matches queues that are due and not leased. */
export function isClaimable(now: Date) {
  return { due_at: { $exists: true, $lte: now }, held_until: { $lte: now } };
}

/** Matches queues with nothing due, no delivery scheduled and no lease. */
export function isIdle(now: Date) {
  return { due_at: { $exists: false }, held_until: { $lte: now } };
}

/** A paused queue is due when its pause ends, whatever comes meanwhile. */
export function isNotPaused(now: Date) {
  return { paused_until: { $not: { $gt: now } } };
}

/** Matches queues whose endpoint answered the last time. */
export const isProven = { 'pace.failures': 0 } as const;

export function toDue(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1 } };
}

/** Also ends a pause, even if only after the attempt in progress. */
export function toTried(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1, tries: 1 }, $unset: { paused_until: true } };
}
