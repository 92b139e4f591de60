import type { Mode } from '../core/caller.js';
import { Polling } from '../core/polling.js';
import { realTime, type Time } from '../core/time.js';
import { modes } from '../store/connection/connect.js';
import type { Owned } from '../store/records/records.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import type { Job, JobData } from './job.js';
import { JobClaims } from './job-claims.js';
import { createJobExpiry } from './job-expiry.js';
import { JobMetrics } from './job-metrics.js';
import type { JobQueue } from './job-queue.js';
import { RunningJob } from './job-run.js';
import type { FinishCancelledJob, RunJob } from './job-work.js';

/** How often it is looked for jobs while there are some, and the longest time after which one is found that another process created. */
const [intervalMs, idleIntervalMs] = [1_000, 10_000];
/** Workspaces that are asked in one round: of many that may run no further job the rest waits for the next one. */
const maxTurns = 50;

export interface JobWorkerOptions<D extends JobData> {
  readonly queue: JobQueue<D>;
  readonly runtime: StoreRuntime;
  readonly run: RunJob<D>;
  /** Called before a job that was cancelled ends, unless nothing of its work was under way. */
  readonly finishCancelled?: FinishCancelledJob<D>;
  readonly time?: Time;
  /** Jobs that this process works on at the same time, in each mode; 4 by default. */
  readonly maxRunning?: number;
  /** The longest time without a commit, after which the work is tried again; 10 minutes by default. */
  readonly stallMs?: number;
  /**
   * A job that has lost its lease so often without a commit between is given up; 2 by default. What blocks the process that works on it
   * would block the others as well, each for as long as a lease lasts.
   */
  readonly maxLostLeases?: number;
  /**
   * Removes what a job needs no longer, such as its file, once its worker has stored its end. It is not called for a job that ends while
   * it waits, nor when the process dies in between.
   */
  readonly onEnd?: (job: Job<D>) => Promise<void>;
  /** Removes what belongs to a job, such as its files, before the record of an expired one is removed. May be called again. */
  readonly onExpire?: (job: Owned<Job<D>>, mode: Mode) => Promise<void>;
}

/** Background work of a service; its start and stop are those of its process. */
export interface JobWorker {
  readonly name: string;
  start(): void;
  stop(): Promise<void>;
}

/** Works on the jobs of a queue in one mode. */
class ModeWorker<D extends JobData> {
  readonly #mode: Mode;
  readonly #options: JobWorkerOptions<D>;
  readonly #claims: JobClaims<D>;
  readonly #wake: () => void;
  readonly #running = new Set<RunningJob<D>>();
  #claiming: Promise<void> | null = null;
  #lastWorkspace = '';
  #isStopped = false;

  constructor(mode: Mode, options: JobWorkerOptions<D>, wake: () => void) {
    this.#mode = mode;
    this.#wake = wake;
    this.#options = options;
    this.#claims = new JobClaims(options.queue, options.runtime);
  }

  /** Looks for jobs to claim, and asks whether those that run are to be cancelled if `isChanged`. */
  look(isChanged = false): void {
    if (isChanged) for (const running of this.#running) void running.renew();
    if (this.#isStopped || this.#claiming !== null) return;
    this.#claiming = this.#claim()
      .catch((error: unknown) => {
        const { queue, runtime } = this.#options;
        runtime.log.warn({ err: error, kind: queue.kind, mode: this.#mode }, 'jobs could not be claimed');
      })
      .finally(() => {
        this.#claiming = null;
      });
  }

  /** Claims one job of each workspace in turn, until this process has as many as it takes or no workspace has one for it. */
  async #claim(): Promise<void> {
    const { maxRunning = 4 } = this.#options;
    let idleTurns = 0;
    const idle = new Set<string>();
    while (this.#running.size < maxRunning && !this.#isStopped && idleTurns < maxTurns) {
      const turn = await this.#claims.claimNext(this.#mode, this.#lastWorkspace);
      if (!turn) return;
      this.#wake();
      const { workspaceId, claimed } = turn;
      this.#lastWorkspace = workspaceId;
      if (claimed) {
        idle.clear();
        this.#start(new RunningJob(claimed, this.#toRunOptions()));
      } else if (idle.has(workspaceId)) return;
      else {
        idle.add(workspaceId);
        idleTurns += 1;
      }
    }
  }

  #toRunOptions() {
    const { run, finishCancelled, onEnd = async () => undefined, stallMs = 600_000, maxLostLeases = 2 } = this.#options;
    const { time = realTime, runtime } = this.#options;
    const bounds = { stallMs, maxLostLeases };
    return {
      claims: this.#claims,
      run,
      ...(finishCancelled && { finishCancelled }),
      onEnd,
      ...bounds,
      time,
      log: runtime.log,
    };
  }

  #start(running: RunningJob<D>): void {
    this.#running.add(running);
    void running.run().finally(() => {
      this.#running.delete(running);
      this.#wake();
      this.look();
    });
  }

  /** Claims nothing more, and gives back what runs. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#claiming;
    await Promise.allSettled([...this.#running].map((running) => running.stop()));
  }
}

/**
 * Works on the jobs of a queue: those of workspaces in turn, at most two of a workspace at the same time, by as many replicas as
 * there are. One that a crashed process worked on is taken over when its lease is over, and goes on from its last commit.
 */
export function createJobWorker<D extends JobData>(options: JobWorkerOptions<D>): JobWorker {
  const { queue, runtime, time = realTime } = options;
  const look = () => {
    for (const worker of workers) worker.look();
  };
  const polling = new Polling({ look, intervalMs, idleIntervalMs, time });
  const workers = modes.map((mode) => new ModeWorker(mode, options, () => polling.wake()));
  const tasks = [createJobExpiry(options), new JobMetrics(queue, runtime)];
  return {
    name: `${queue.kind} jobs`,
    start() {
      queue.onChange(() => {
        polling.wake();
        for (const worker of workers) worker.look(true);
      });
      polling.start();
      for (const task of tasks) task.start();
    },
    async stop() {
      polling.stop();
      await Promise.all([...workers, ...tasks].map((part) => part.stop()));
    },
  };
}
