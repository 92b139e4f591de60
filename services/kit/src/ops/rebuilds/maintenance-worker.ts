import { Problem, unavailable } from '../../core/errors.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import type { Job } from '../../tasks/job.js';
import type { JobContext, JobOutcome } from '../../tasks/job-work.js';
import { createJobWorker, type JobWorker } from '../../tasks/job-worker.js';
import type { MaintenanceData, MaintenanceJobs, RebuildTask, ResetTask } from './maintenance-jobs.js';
import type { Rebuilds } from './rebuild.js';

type MaintenanceJob = Job<MaintenanceData>;
type MaintenanceContext = JobContext<MaintenanceData>;

/** Carries out the resets of a service. */
export type RunReset = (
  task: ResetTask,
  job: MaintenanceJob,
  context: MaintenanceContext,
) => Promise<JobOutcome<MaintenanceData>>;

async function rebuild({ name }: RebuildTask, job: MaintenanceJob, context: MaintenanceContext, rebuilds: Rebuilds) {
  const run = rebuilds[name];
  // A process of another version may know it.
  if (!run) throw unavailable(`This process does not know the rebuild ${name}.`);
  let { checked = 0, corrected = 0 } = job.counts;
  await run(context.caller().mode, {
    after: job.state.after,
    advance: async (step) => {
      checked += step.checked;
      corrected += step.corrected;
      const state = { ...job.state, after: step.after };
      await context.commit({ state, counts: { checked, corrected }, processed: checked });
    },
  });
  return { counts: { checked, corrected } };
}

/**
 * Creates the worker for a service's maintenance. Failed work is retried for ten minutes, because nobody else would
 * request it again.
 */
export function createMaintenanceWorker(
  runtime: ServiceRuntime,
  jobs: MaintenanceJobs,
  { reset, rebuilds = {} }: { readonly reset: RunReset; readonly rebuilds?: Rebuilds },
): JobWorker {
  return createJobWorker({
    queue: jobs,
    runtime,
    // The job reads only the service's own records, and nobody would request it again.
    maxLostLeases: Number.POSITIVE_INFINITY,
    run: async (job, context) => {
      const { input } = job;
      try {
        return await (input.task === 'reset' ? reset(input, job, context) : rebuild(input, job, context, rebuilds));
      } catch (error) {
        throw error instanceof Problem ? error : unavailable('The maintenance failed.', error);
      }
    },
  });
}
