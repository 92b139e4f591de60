import { createDeferredWorker, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';

/**
 * Creates the worker that deletes the units of large properties after the properties were deleted. It works in batches,
 * until no unit is left or other work gets its turn. After a crash, it continues.
 */
export function createPropertyRemoval({
  removals,
  clock,
  runtime,
}: Pick<Context, 'removals' | 'clock' | 'runtime'>): PeriodicTask {
  return createDeferredWorker({
    name: 'property-removal',
    intervalMs: 3_000,
    maxBatch: 10,
    jobs: removals.jobs,
    clock,
    runtime,
    run: runEach(async (tenant, job, shouldContinue) => {
      while (await removals.continue(tenant, job)) if (!shouldContinue()) return { resume_at: clock() };
      return null;
    }),
  });
}
