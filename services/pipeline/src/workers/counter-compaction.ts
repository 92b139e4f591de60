import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import { compactionLease } from '../store/counters.js';

/** Compacts counter changes, so that reads of counters meet few of them. */
export function createCounterCompaction({ counters, runtime }: Pick<Context, 'counters' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: compactionLease,
    intervalMs: 2_000,
    runtime,
    run: async (mode, shouldContinue) => {
      while ((await counters.compactChanges(mode)) > 0 && (await shouldContinue()));
    },
  });
}
