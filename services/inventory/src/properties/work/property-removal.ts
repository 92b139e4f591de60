import type { Tenant } from '@plotline/kit/core/caller';
import type { QueuedWork } from '@plotline/kit/tasks/due-queue';
import { createDueWorker, type NextRun, runEach } from '@plotline/kit/tasks/due-work';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import type { Context } from '../../context.js';

type RemovalContext = Pick<Context, 'removals' | 'clock' | 'runtime'>;

/** Deletes the units of a deleted property in batches, until none is left or other work has its turn. */
async function removeUnits(
  { removals, clock }: Pick<RemovalContext, 'removals' | 'clock'>,
  tenant: Tenant,
  work: QueuedWork,
  shouldContinue: () => Promise<boolean> = async () => true,
): Promise<NextRun> {
  while (await removals.continue(tenant, work)) if (!(await shouldContinue())) return { due_at: clock() };
  return null;
}

/** Completes the removals that deletions of large properties have queued. After a crash they are still due. */
export function createPropertyRemoval(context: RemovalContext): PeriodicTask {
  const { removals, clock, runtime } = context;
  return createDueWorker({
    name: 'property-removal',
    intervalMs: 3_000,
    maxBatch: 10,
    work: removals.queue,
    clock,
    runtime,
    run: runEach((tenant, work, shouldContinue) => removeUnits(context, tenant, work, shouldContinue)),
  });
}
