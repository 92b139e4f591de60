import type { Mode, Tenant } from '../core/caller.js';
import type { Clock } from '../core/time.js';
import type { Index } from '../store/indexes.js';
import type { Collection } from '../store/records/collection.js';
import type { Filter, Owned, Versioned } from '../store/records/records.js';
import { PeriodicTask, type PeriodicTaskOptions, type ShouldContinue } from './periodic-task.js';
import type { Suspensions } from './suspended-workspaces.js';

/** Stored work that is due at a certain time. */
export interface DeferredJob extends Versioned {
  readonly resume_at: Date;
}

/** Index that every collection of deferred jobs declares. */
export const resumeIndex: Index = { name: 'resume_at', keys: { workspace_id: 1, resume_at: 1 } };

/** Next time to run, with further fields to store. Null if the job is done. Its record is then deleted. */
export type NextRun = (Readonly<Record<string, unknown>> & Pick<DeferredJob, 'resume_at'>) | null;

/** Adds a delay and rounds up to the second, so that one write can reschedule many jobs to the same time. */
export function addDelay(time: Date, ms: number): Date {
  return new Date(Math.ceil((time.getTime() + ms) / 1_000) * 1_000);
}

/**
 * Returns the next run of a job. Chooses the first delay after `since` that ends after the current run began. Returns
 * null if no delay is left. After a downtime, the overdue job runs once, even if several delays have passed.
 */
export function scheduleNextRun(since: Date, delaysMs: readonly number[], began: Date): NextRun {
  const next = delaysMs.map((ms) => addDelay(since, ms)).find((time) => time > began);
  return next ? { resume_at: next } : null;
}

/** Deferred jobs in a collection that declares `resumeIndex`. Workspaces take turns. */
export class DeferredJobs<T extends DeferredJob> {
  readonly collection: Collection<T>;
  readonly suspensions: Suspensions | undefined;
  readonly #lastWorkspace = { live: '', sandbox: '' };
  #listener: () => void = () => undefined;

  /** If `suspensions` is given, jobs of suspended workspaces wait. */
  constructor(collection: Collection<T>, suspensions?: Suspensions) {
    this.collection = collection;
    this.suspensions = suspensions;
  }

  /** Sets the listener, which is called when this process adds or changes jobs. There is only one. */
  onChange(listener: () => void): void {
    this.#listener = listener;
  }

  /** Calls the listener. Call this after adding or changing jobs, even before the transaction is committed. */
  announce(): void {
    this.#listener();
  }

  /**
   * Returns the due jobs of one workspace, starting with the job that has been due longest. Chooses the first workspace
   * after `afterWorkspace`, by id, that has due jobs. After the last workspace, the search starts again at the first.
   */
  async findDue(mode: Mode, now: Date, limit: number, afterWorkspace = ''): Promise<Owned<T>[]> {
    const records = this.collection.acrossWorkspaces(mode);
    const others = await this.suspensions?.exclude();
    const find = (range: Filter) => {
      const workspaces = { ...range, ...others };
      const options = { sort: { workspace_id: 1, resume_at: 1 }, limit, hint: resumeIndex.name } as const;
      return records.find({ workspace_id: workspaces, resume_at: { $lte: now } }, options);
    };
    const later = await find({ $gt: afterWorkspace });
    const found = later.length > 0 || afterWorkspace === '' ? later : await find({ $lte: afterWorkspace });
    return found.filter(({ workspace_id }) => workspace_id === found[0]?.workspace_id);
  }

  /** Finds the due jobs of the workspace whose turn is next. */
  async findNext(mode: Mode, now: Date, limit: number): Promise<Owned<T>[]> {
    const jobs = await this.findDue(mode, now, limit, this.#lastWorkspace[mode]);
    if (jobs[0]) this.#lastWorkspace[mode] = jobs[0].workspace_id;
    return jobs;
  }

  /** Finds the due jobs of the next workspaces in turn, up to `maxWorkspaces`. Returns them by workspace. */
  async findTurns(
    mode: Mode,
    now: Date,
    limit: number,
    maxWorkspaces: number,
  ): Promise<ReadonlyMap<string, Owned<T>[]>> {
    const turns = new Map<string, Owned<T>[]>();
    while (turns.size < maxWorkspaces) {
      const jobs = await this.findNext(mode, now, limit);
      const workspaceId = jobs[0]?.workspace_id;
      if (workspaceId === undefined || turns.has(workspaceId)) break;
      turns.set(workspaceId, jobs);
    }
    return turns;
  }

  async hasDue(mode: Mode, now: Date): Promise<boolean> {
    return (await this.findDue(mode, now, 1)).length > 0;
  }

  /** Stores the next run of each job. Doesn't change jobs that were changed since they were read. */
  async reschedule(tenant: Tenant, runs: ReadonlyMap<T, NextRun>): Promise<void> {
    const groups = new Map<string, { next: NextRun; unchanged: Filter[] }>();
    for (const [{ id, version }, next] of runs) {
      const key = JSON.stringify(next);
      const group = groups.get(key) ?? { next, unchanged: [] };
      group.unchanged.push({ _id: id, version });
      groups.set(key, group);
    }
    const records = this.collection.in(tenant);
    for (const { next, unchanged } of groups.values()) {
      const filter = { _id: { $in: unchanged.map(({ _id }) => _id) }, $or: unchanged };
      if (next) await records.updateMany(filter, { $set: next, $inc: { version: 1 } });
      else await records.delete(filter);
    }
  }
}

/** Result of a run that failed. The job will run again. */
export class FailedRun {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

/** Runs due jobs of one workspace. A job without a result was not run, and is still due. */
export type RunBatch<T> = (
  tenant: Tenant,
  jobs: readonly Owned<T>[],
  shouldContinue: ShouldContinue,
) => Promise<ReadonlyMap<Owned<T>, NextRun | FailedRun>>;

/**
 * Runs each job separately, so that one job's failure doesn't affect the others. Starts no further job after `turnMs`
 * milliseconds, so that a workspace with slow jobs leaves time for the others.
 */
export function runEach<T>(
  run: (tenant: Tenant, job: Owned<T>, shouldContinue: ShouldContinue) => Promise<NextRun>,
  turnMs = Number.POSITIVE_INFINITY,
): RunBatch<T> {
  return async (tenant, jobs, shouldContinue) => {
    const results = new Map<Owned<T>, NextRun | FailedRun>();
    const end = performance.now() + turnMs;
    for (const job of jobs) {
      if (!shouldContinue() || performance.now() > end) break;
      const result = await run(tenant, job, shouldContinue).catch((error: unknown) => new FailedRun(error));
      results.set(job, result);
    }
    return results;
  };
}

const retryPauseMs = 5_000;
/**
 * Longest time until this process finds a job whose process died right after adding it. A job that is due more than
 * half a minute later may wait this long after its due time.
 */
const idleIntervalMs = 10_000;

export interface DeferredWorkerOptions<T extends DeferredJob> {
  readonly name: string;
  /** Time between rounds; also the maximum duration of a round. */
  readonly intervalMs: number;
  /** Maximum jobs that are passed to `run` together. All belong to one workspace. */
  readonly maxBatch: number;
  /**
   * Maximum workspaces that are served at the same time. By default, 1. Set it for work that waits for others, such as
   * vendors.
   */
  readonly maxWorkspaces?: number;
  readonly jobs: DeferredJobs<T>;
  readonly clock: Clock;
  readonly runtime: PeriodicTaskOptions['runtime'];
  readonly run: RunBatch<T>;
  /** Returns the next run after a failure; 5 seconds later by default. */
  readonly retry?: (job: T, now: Date) => NextRun;
}

/**
 * Creates a periodic task that runs due jobs under a lease, in batches of one workspace. Workspaces take turns, so that
 * one workspace's work doesn't delay the others. After a crash, the jobs are still due.
 */
export function createDeferredWorker<T extends DeferredJob>(options: DeferredWorkerOptions<T>): PeriodicTask {
  const { name, intervalMs, maxBatch, maxWorkspaces = 1, jobs, clock, runtime, run } = options;
  const retry = options.retry ?? ((_job, now) => ({ resume_at: addDelay(now, retryPauseMs) }));

  async function runBatch(tenant: Tenant, batch: readonly Owned<T>[], shouldContinue: ShouldContinue): Promise<void> {
    const results = await run(tenant, batch, shouldContinue).catch((error: unknown) => {
      return new Map(batch.map((job) => [job, new FailedRun(error)]));
    });
    const runs = new Map<T, NextRun>();
    const origin = { workspace_id: tenant.workspaceId, mode: tenant.mode };
    for (const [job, result] of results) {
      const isFailed = result instanceof FailedRun;
      if (isFailed)
        runtime.log.warn({ err: result.error, task: name, record: job.id, ...origin }, 'deferred job failed');
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
        const turns = await jobs.findTurns(mode, clock(), maxBatch, maxWorkspaces);
        if (turns.size === 0) return;
        const running = [...turns].map(([workspaceId, batch]) =>
          runBatch({ workspaceId, mode }, batch, shouldContinue),
        );
        await Promise.all(running);
      } while (Date.now() < end && shouldContinue());
    },
  });
  jobs.onChange(() => task.wake());
  return task;
}
