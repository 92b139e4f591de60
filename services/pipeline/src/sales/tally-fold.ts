import { PeriodicTask } from '@plotline/kit/jobs/periodic-task';
import type { Context } from '../context.js';

const intervalMs = 2_000;

/** Background work that keeps what waits to be folded into the tallies short. */
export function createTallyFold({ tallies, runtime }: Pick<Context, 'tallies' | 'runtime'>): PeriodicTask {
  return new PeriodicTask({
    name: 'tally-fold',
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      while ((await tallies.fold(mode)) > 0 && (await shouldContinue()));
    },
  });
}
