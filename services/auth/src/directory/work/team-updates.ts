import { createDeferredWorker, runEach } from '@plotline/kit/tasks/deferred-jobs';
import type { PeriodicTask } from '@plotline/kit/tasks/periodic-task';
import { passOnUpdate, type UpdateContext } from './tell-team.js';

const intervalMs = 1_000;
const maxBatch = 20;

/**
 * Creates the worker that sends updates whose own request could not send them, because of a crash or because the team
 * service was unavailable.
 */
export function createTeamUpdates(context: UpdateContext): PeriodicTask {
  const { teamUpdates, runtime, clock } = context;
  return createDeferredWorker({
    name: 'team updates',
    intervalMs,
    maxBatch,
    jobs: teamUpdates.jobs,
    clock,
    runtime,
    run: runEach(async (_tenant, update) => {
      await passOnUpdate(context, update);
      return null;
    }),
  });
}
