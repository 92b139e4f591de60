import type { Tenant } from '../core/caller.js';
import type { Clock } from '../core/time.js';
import type { Owned } from '../store/records/records.js';
import { addDelay, type DeferredJob, type DeferredJobs, type NextRun } from './deferred-jobs.js';
import { PeriodicTask, type PeriodicTaskOptions, type ShouldContinue } from './periodic-task.js';

/** The work on a job failed and is to be repeated. */
export class FailedRun {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Runs due jobs of one workspace. A job without a result was not worked on and stays due. */
export type RunBatch<T> = (
  tenant: Tenant,
  jobs: readonly Owned<T>[],
  shouldContinue: ShouldContinue,
) => Promise<ReadonlyMap<Owned<T>, NextRun | FailedRun>>;

/** Runs each job alone: the failure of one does not affect the others. */
export function runEach<T>(
  run: (tenant: Tenant, job: Owned<T>, shouldContinue: ShouldContinue) => Promise<NextRun>,
): RunBatch<T> {
  return async (tenant, jobs, shouldContinue) => {
    const results = new Map<Owned<T>, NextRun | FailedRun>();
    for (const job of jobs) {
      if (!shouldContinue()) break;
      const result = await run(tenant, job, shouldContinue).catch((error: unknown) => new FailedRun(error));
      results.set(job, result);
    }
    return results;
  };
}

const retryPauseMs = 5_000;
/**
 * A job that a process added and then died is found after this at the latest, and one that is due later than half a
 * minute after that.
 */
const idleIntervalMs = 10_000;

export interface DeferredWorkerOptions<T extends DeferredJob> {
  readonly name: string;
  /** Also the longest round. */
  readonly intervalMs: number;
  /** Most jobs of one workspace that are passed to `run` together. */
  readonly maxBatch: number;
  readonly jobs: DeferredJobs<T>;
  readonly clock: Clock;
  readonly runtime: PeriodicTaskOptions['runtime'];
  readonly run: RunBatch<T>;
  /** When a failed run is repeated; after 5 seconds by default. */
  readonly retry?: (job: T, now: Date) => NextRun;
}

/**
 * A periodic task that runs due jobs under a lease, one batch of one workspace after the other. Workspaces take turns,
 * so that one with much work does not delay the others. A crash leaves the jobs due.
 */
export function createDeferredWorker<T extends DeferredJob>(options: DeferredWorkerOptions<T>): PeriodicTask {
  const { name, intervalMs, maxBatch, jobs, clock, runtime, run } = options;
  const retry = options.retry ?? ((_job, now) => ({ resume_at: addDelay(now, retryPauseMs) }));

  async function runBatch(tenant: Tenant, batch: readonly Owned<T>[], shouldContinue: ShouldContinue): Promise<void> {
    const results = await run(tenant, batch, shouldContinue).catch((error: unknown) => {
      return new Map(batch.map((job) => [job, new FailedRun(error)]));
    });
    const runs = new Map<T, NextRun>();
    for (const [job, result] of results) {
      const isFailed = result instanceof FailedRun;
      if (isFailed) runtime.log.warn({ err: result.error, task: name, record: job.id }, 'deferred job failed');
      runs.set(job, isFailed ? retry(job, clock()) : result);
    }
    await jobs.reschedule(tenant, runs);
  }

  const task = new PeriodicTask({
    name,
    intervalMs,
    idleIntervalMs,
    runtime,
    isDue: (mode) => jobs.hasDue(mode, clock()),
    run: async (mode, shouldContinue) => {
      const end = Date.now() + intervalMs;
      do {
        const batch = await jobs.findNext(mode, clock(), maxBatch);
        const [first] = batch;
        if (!first) return;
        await runBatch({ workspaceId: first.workspace_id, mode }, batch, shouldContinue);
      } while (Date.now() < end && shouldContinue());
    },
  });
  jobs.onChange(() => task.wake());
  return task;
}
