import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';
import { rebuildLease } from '../store/counters.js';

/** Compacts counter changes, so that reads of counters meet few of them. */
export function createCounterCompaction({ counters, runtime }: Pick<Context, 'counters' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: 'counter-compaction',
    intervalMs: 2_000,
    runtime,
    run: async (mode, shouldContinue) => {
      const isPaused = () => runtime.lease.isHeld(mode, rebuildLease);
      while (!(await isPaused()) && (await counters.compactChanges(mode)) > 0 && (await shouldContinue()));
    },
  });
}
