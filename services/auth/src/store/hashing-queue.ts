import { unavailable } from '@plotline/kit/errors';
import pLimit from 'p-limit';

interface HashingQueueOptions {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** What has waited longer is not begun any more. */
  readonly maxWaitMs: number;
  /** Monotonic milliseconds. */
  readonly now?: () => number;
}

/** Runs work when it is its turn. Rejects with SERVICE_UNAVAILABLE when too many wait, or its turn came too late. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * A queue of bounded length, in number and in time: whoever asked for work that begins too late has been told that the service is not
 * available, and the work would only make the next one late.
 */
export function createHashingQueue({
  maxRunning,
  maxWaiting,
  maxWaitMs,
  now = () => performance.now(),
}: HashingQueueOptions): InTurn {
  const limit = pLimit(maxRunning);
  const refuse = (cause: string) => unavailable('Too many sign-ins at once; try again.', cause);
  return async (work) => {
    if (limit.pendingCount >= maxWaiting) throw refuse('the hashing queue is full');
    const latest = now() + maxWaitMs;
    return limit(() => {
      if (now() > latest) throw refuse('waited too long in the hashing queue');
      return work();
    });
  };
}
