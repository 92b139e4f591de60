import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';

/** Compacts counter changes, some of each workspace in turn, so that reads of counters meet few of them. */
export function createCounterCompaction({ counters, runtime }: Pick<Context, 'counters' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: 'counter-compaction',
    intervalMs: 2_000,
    idleIntervalMs: 10_000,
    isDue: async (mode) => (await counters.eachUncompacted(mode).next()).done !== true,
    runtime,
    run: async (mode, shouldContinue) => {
      for await (const tenant of counters.eachUncompacted(mode)) {
        if (!(await shouldContinue())) return;
        await counters.compactChanges(tenant);
      }
    },
  });
}
