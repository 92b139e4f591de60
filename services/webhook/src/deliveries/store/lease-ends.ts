import type { Pace } from '../model/pace.js';

/** Queue as its holder has read it. */
interface HeldQueue {
  readonly id: string;
  readonly holder: string | null;
  readonly revision: number;
  readonly resent_id?: string;
  readonly tries?: number;
}

/** Way to end a lease. The lease continues if the queue no longer matches this condition. */
export interface LeaseEnd {
  readonly queue: Pick<HeldQueue, 'id' | 'holder'>;
  readonly condition: Readonly<Record<string, unknown>>;
  readonly update: Readonly<Record<string, unknown>>;
}

export const unleased = { holder: null, held_until: new Date(0) };

/**
 * Ends the lease of a queue that still has due deliveries. The queue is claimed again after all queues that were due
 * before `now`.
 */
export function requeue(queue: HeldQueue, now: Date, pace: Pace): LeaseEnd {
  return { queue, condition: {}, update: { $set: { ...unleased, due_at: now, pace } } };
}

/**
 * Ends the lease of a queue and pauses the queue until a time. At that time the queue is checked, even if nothing is
 * due. The lease continues if a resend, or another immediate try, was requested since the queue was read.
 */
export function pause(queue: HeldQueue, until: Date, pace: Pace): LeaseEnd {
  const { resent_id, tries } = queue;
  const condition = { resent_id: resent_id ?? { $exists: false }, tries: tries ?? { $exists: false } };
  return { queue, condition, update: { $set: { ...unleased, due_at: until, paused_until: until, pace } } };
}

/**
 * Ends the lease of a queue whose next delivery is due at `nextDueAt`; null if no delivery is left. The lease continues
 * if the queue was marked due since it was read.
 */
export function release(queue: HeldQueue, nextDueAt: Date | null, pace: Pace): LeaseEnd {
  const { revision } = queue;
  const ended = { ...unleased, pace };
  const update = nextDueAt ? { $set: { ...ended, due_at: nextDueAt } } : { $set: ended, $unset: { due_at: true } };
  return { queue, condition: { revision }, update };
}
