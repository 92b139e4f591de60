import type { Mode } from '../core/caller.js';
import { modes } from '../store/connection/connect.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import type { JobData } from './job.js';
import { type ClaimedJob, JobClaims, type OnExpire, type Turn } from './job-claims.js';
import { JobMetrics } from './job-metrics.js';
import type { JobQueue } from './job-queue.js';
import { RunningJob } from './job-run.js';
import type { RunOptions } from './job-work.js';
import { PeriodicTask, type ShouldContinue } from './periodic-task.js';

/**
 * How often it is looked for jobs while there are some, and the longest time after which one is found that another
 * process created.
 */
const [intervalMs, idleIntervalMs] = [1_000, 10_000];
/** Workspaces that are asked in one round: of many that may run no further job the rest waits for the next one. */
const maxTurns = 50;

export interface JobWorkerOptions<D extends JobData> extends RunOptions<D> {
  readonly queue: JobQueue<D>;
  readonly runtime: StoreRuntime;
  /** Jobs that this process works on at the same time, in each mode; 4 by default. */
  readonly maxRunning?: number;
  readonly onExpire?: OnExpire<D>;
}

/** Background work of a service; its start and stop are those of its process. */
export interface JobWorker {
  readonly name: string;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Works on the jobs of a queue: those of workspaces in turn, at most two of a workspace at the same time, by as many
 * replicas as there are. One that a crashed process worked on is taken over when its lease is over, and goes on from
 * its last commit. Records are removed 30 days after the end of their jobs.
 */
export function createJobWorker<D extends JobData>(options: JobWorkerOptions<D>): JobWorker {
  const { queue, runtime, time, maxRunning = 4, onExpire = async () => undefined } = options;
  const { log, clock } = runtime;
  const claims = new JobClaims(queue, runtime);
  const running = { live: new Set<RunningJob<D>>(), sandbox: new Set<RunningJob<D>>() };
  const listRunning = () => modes.flatMap((mode) => [...running[mode]]);

  function start(mode: Mode, claimed: ClaimedJob<D>): void {
    const job = new RunningJob(claimed, claims, log, options);
    running[mode].add(job);
    void job.run().finally(() => {
      running[mode].delete(job);
      task.wakeNow();
    });
  }

  /** Resolves to whether the turn brought anything. */
  async function handleTurn(mode: Mode, { claimed, expired }: Turn<D>): Promise<boolean> {
    if (claimed) start(mode, claimed);
    if (!expired) return claimed !== null;
    return claims.remove(expired, mode, onExpire).catch((error: unknown) => {
      log.warn({ err: error, job: expired.id }, 'removal of expired job failed');
      return false;
    });
  }

  /**
   * Claims one job of each workspace in turn, until this process has as many as it takes or no workspace has one for
   * it.
   */
  async function claim(mode: Mode, shouldContinue: ShouldContinue): Promise<void> {
    const blocked = new Set<string>();
    while (running[mode].size < maxRunning && blocked.size < maxTurns && shouldContinue()) {
      const turn = await claims.claimNext(mode);
      if (!turn) return;
      if (await handleTurn(mode, turn)) blocked.clear();
      else if (blocked.has(turn.workspaceId)) return;
      else blocked.add(turn.workspaceId);
    }
  }

  const task = new PeriodicTask({
    name: `${queue.kind} jobs`,
    intervalMs,
    idleIntervalMs,
    isDue: async (mode) => running[mode].size < maxRunning && queue.hasDue(mode, clock()),
    isShared: true,
    ...(time && { time }),
    runtime,
    run: claim,
  });
  const metrics = new JobMetrics(queue, runtime);
  return {
    name: task.name,
    start() {
      queue.onChange(() => {
        task.wakeNow();
        for (const job of listRunning()) void job.renew();
      });
      task.start();
      metrics.start();
    },
    /** Claims nothing more, and gives back what runs. */
    async stop() {
      await task.stop();
      await Promise.allSettled([metrics, ...listRunning()].map((part) => part.stop()));
    },
  };
}
