import { Gauge, type Registry } from 'prom-client';
import type { Mode } from '../core/caller.js';
import { modes } from '../store/connection/connect.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { Measurement } from '../telemetry/metrics.js';
import { type JobData, jobStatuses } from './job.js';
import { type ClaimedJob, JobClaims, type OnExpire, type Turn } from './job-claims.js';
import type { JobQueue } from './job-queue.js';
import { RunningJob } from './job-run.js';
import type { RunOptions } from './job-work.js';
import { PeriodicTask, type ShouldContinue } from './periodic-task.js';

/** Limit of an exact count. Counting further isn't worth the reads. */
const maxCounted = 10_000;

/** One set of gauges for all queues of a process. */
const gauges = new WeakMap<Registry, ReturnType<typeof registerGauges>>();

function registerGauges(registry: Registry) {
  const registers = [registry];
  const sources = new Set<Measurement>();
  const collect = async () => {
    await Promise.all([...sources].map((source) => source.refresh()));
  };
  const jobs = new Gauge({
    name: 'plotline_jobs',
    help: 'Jobs of all workspaces whose record is kept, up to 10,000 of a status.',
    labelNames: ['kind', 'mode', 'status'],
    registers,
    collect,
  });
  const oldest = new Gauge({
    name: 'plotline_jobs_oldest_queued_seconds',
    help: 'Age of the job that has waited longest to begin.',
    labelNames: ['kind', 'mode'],
    registers,
    collect,
  });
  return { jobs, oldest, sources };
}

function getGauges(registry: Registry) {
  const found = gauges.get(registry) ?? registerGauges(registry);
  gauges.set(registry, found);
  return found;
}

/** Counts the jobs of a queue when a scrape needs them. Every replica reports the same numbers. */
export class JobMetrics<D extends JobData> {
  readonly #queue: JobQueue<D>;
  readonly #runtime: Pick<StoreRuntime, 'metrics' | 'clock' | 'log'>;
  readonly #measurement: Measurement;

  constructor(queue: JobQueue<D>, runtime: Pick<StoreRuntime, 'metrics' | 'clock' | 'log'>) {
    this.#queue = queue;
    this.#runtime = runtime;
    this.#measurement = new Measurement({ measure: () => this.#measure(), subject: 'jobs', log: runtime.log });
  }

  start(): void {
    getGauges(this.#runtime.metrics.registry).sources.add(this.#measurement);
  }

  /** Leaves out unknown values, because other queues share the gauges. */
  async #measure(): Promise<void> {
    try {
      await this.#count();
    } catch (error) {
      const { kind } = this.#queue;
      const { jobs, oldest } = getGauges(this.#runtime.metrics.registry);
      for (const mode of modes) {
        for (const status of jobStatuses) jobs.remove({ kind, mode, status });
        oldest.remove({ kind, mode });
      }
      throw error;
    }
  }

  async #count(): Promise<void> {
    const { kind, collection } = this.#queue;
    const { jobs, oldest } = getGauges(this.#runtime.metrics.registry);
    for (const mode of modes) {
      const records = collection.acrossWorkspaces(mode);
      const counted = await Promise.all(
        jobStatuses.map(
          async (status) =>
            [status, await records.count({ status }, { hint: 'every_workspace', limit: maxCounted })] as const,
        ),
      );
      for (const [status, count] of counted) jobs.set({ kind, mode, status }, count);
      const order = { sort: { status: 1, created_at: 1 }, limit: 1, hint: 'every_workspace' } as const;
      // Jobs of suspended workspaces are left out, because they wait on purpose.
      const others = await this.#queue.suspensions?.exclude();
      const [first] = await records.find({ status: 'queued', ...(others && { workspace_id: others }) }, order);
      const ageMs = first ? this.#runtime.clock().getTime() - first.created_at.getTime() : 0;
      oldest.set({ kind, mode }, ageMs / 1_000);
    }
  }

  async stop(): Promise<void> {
    getGauges(this.#runtime.metrics.registry).sources.delete(this.#measurement);
    await this.#measurement.whenIdle();
  }
}

/**
 * Interval between polls while there are jobs, and the longest time until a job that another process created is found.
 */
const [intervalMs, idleIntervalMs] = [1_000, 10_000];
/** Number of blocked workspaces after which a round ends. The next round continues with the others. */
const maxTurns = 50;

export interface JobWorkerOptions<D extends JobData> extends RunOptions<D> {
  readonly queue: JobQueue<D>;
  readonly runtime: StoreRuntime;
  /** Maximum jobs that this process runs at the same time per mode. By default, 4. */
  readonly maxRunning?: number;
  readonly onExpire?: OnExpire<D>;
}

/** Background work that a service starts and stops together with its process. */
export interface JobWorker {
  readonly name: string;
  start(): void;
  stop(): Promise<void>;
}

/**
 * Creates a worker for the jobs of a queue. Workspaces take turns, each with at most two running jobs by default. Any
 * number of replicas share the work. If a process crashes, a different process takes over its job when the lease has
 * expired, and continues from the last commit. Records are removed 30 days after the jobs end.
 */
export function createJobWorker<D extends JobData>(options: JobWorkerOptions<D>): JobWorker {
  const { queue, runtime, time, maxRunning = 4, onExpire = async () => undefined } = options;
  const { log, clock } = runtime;
  const claims = new JobClaims(queue, runtime);
  const running = { live: new Set<RunningJob<D>>(), sandbox: new Set<RunningJob<D>>() };
  const listRunning = () => modes.flatMap((mode) => [...running[mode]]);

  function start(mode: Mode, claimed: ClaimedJob<D>): void {
    const job = new RunningJob(claimed, claims, log, { ...options, suspensions: queue.suspensions });
    running[mode].add(job);
    void job.run().finally(() => {
      running[mode].delete(job);
      task.wakeNow();
    });
  }

  /** Starts the claimed job, or removes the expired one. Resolves to whether there was something to do. */
  async function handleTurn(mode: Mode, { claimed, expired }: Turn<D>): Promise<boolean> {
    if (claimed) start(mode, claimed);
    if (!expired) return claimed !== null;
    return claims.remove(expired, mode, onExpire).catch((error: unknown) => {
      log.warn(
        { err: error, job: expired.id, workspace_id: expired.workspace_id, mode },
        'removal of expired job failed',
      );
      return false;
    });
  }

  /**
   * Claims jobs, one from each workspace in turn. Stops when this process runs its maximum, or when no workspace has a
   * job that may run.
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
    /** Claims no more jobs, and returns the running jobs to the queue. */
    async stop() {
      await task.stop();
      await Promise.allSettled([metrics, ...listRunning()].map((part) => part.stop()));
    },
  };
}
