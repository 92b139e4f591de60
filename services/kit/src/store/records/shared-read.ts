import { createBatcher } from '../../core/batcher.js';
import type { Deadline } from '../../core/deadline.js';

/** A read that equal ones share. */
export interface SharedRead<Found> {
  /** Equal for equal questions of one tenant, and for no other. */
  readonly key: string;
  readonly deadline: Deadline;
  readonly read: () => Promise<Found>;
}

const maxBatch = 100;

/**
 * Reads once for all who ask the same in one turn of the event loop, as the one who may wait longest. They share the result, which nobody
 * changes.
 */
export function createSharedRead<Found>(): (asked: SharedRead<Found>) => Promise<Found> {
  return createBatcher<SharedRead<Found>, Found>({
    key: ({ key }) => key,
    maxBatch,
    isConcurrent: true,
    run: (asked) => asked.reduce((last, one) => (one.deadline > last.deadline ? one : last)).read(),
  });
}
