import { createSystemCaller } from '@plotline/kit/core/caller';
import { createDeferredWorker, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import { isInvoiced, type MilestoneContext, withdrawAndRemove } from './remove-milestone.js';

/**
 * Creates the worker that completes the deletion of milestones whose request crashed or got no response from the
 * pipeline service.
 */
export function createMilestoneRemoval(context: MilestoneContext): PeriodicTask {
  const { milestones, clock, runtime } = context;
  return createDeferredWorker({
    name: 'milestone-removal',
    intervalMs: 3_000,
    maxBatch: 50,
    jobs: milestones.removals,
    clock,
    runtime,
    run: runEach(async (tenant, { subject_id, request_id }) => {
      const milestone = await milestones.get(tenant, subject_id);
      if (!milestone) return null;
      const caller = createSystemCaller(tenant, 'milestone-removal', request_id);
      await withdrawAndRemove(context, { caller }, milestone).catch((error: unknown) => {
        if (!isInvoiced(error)) throw error;
      });
      return null;
    }),
  });
}
