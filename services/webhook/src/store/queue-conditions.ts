/** Conditions and updates of endpoint queues that several operations share. */

/** Due, and leased to nobody. */
export function isClaimable(now: Date) {
  return { due_at: { $exists: true, $lte: now }, held_until: { $lte: now } };
}

/** With nothing due and no delivery scheduled, and leased to nobody. */
export function isIdle(now: Date) {
  return { due_at: { $exists: false }, held_until: { $lte: now } };
}

/** A paused queue is due when its pause ends, whatever comes meanwhile. */
export function isNotPaused(now: Date) {
  return { paused_until: { $not: { $gt: now } } };
}

/** The endpoint has answered the last time. */
export const isProven = { 'pace.failures': 0 } as const;

export function toDue(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1 } };
}

/** Ends a pause, too, if only after the attempt that is under way. */
export function toTried(now: Date) {
  return { $min: { due_at: now }, $inc: { revision: 1, tries: 1 }, $unset: { paused_until: true } };
}
