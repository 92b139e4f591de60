import { createBatcher } from '../../core/batcher.js';
import type { Deadline } from '../../core/deadline.js';

/** A read whose result equal reads share. */
export interface SharedRead<Found> {
  /** Equal only for equal questions of the same tenant. */
  readonly key: string;
  readonly deadline: Deadline;
  readonly read: () => Promise<Found>;
}

const maxBatch = 100;

/**
 * Reads once for everyone who asks the same in one turn of the event loop, with the latest deadline among them. They
 * share the result, which nobody changes.
 */
export function createSharedRead<Found>(): (asked: SharedRead<Found>) => Promise<Found> {
  return createBatcher<SharedRead<Found>, Found>({
    key: ({ key }) => key,
    maxBatch,
    isConcurrent: true,
    run: (asked) => asked.reduce((last, one) => (one.deadline > last.deadline ? one : last)).read(),
  });
}
