import { Gauge, type Registry } from 'prom-client';
import { modes } from '../store/connection/connect.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { Measurement } from '../telemetry/metrics.js';
import { type JobData, jobStatuses } from './job.js';
import type { JobQueue } from './job-queue.js';

/** Counting them exactly is not worth reading more. */
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
    name: 'jobs',
    help: 'Jobs of all workspaces whose record is kept, up to 10,000 of a status.',
    labelNames: ['kind', 'mode', 'status'],
    registers,
    collect,
  });
  const oldest = new Gauge({
    name: 'jobs_oldest_queued_seconds',
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

/** Measures the jobs of a queue when they are asked for; every replica tells the same. */
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

  /** Leaves out unknown values; other queues share the gauges. */
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
      const [first] = await records.find({ status: 'queued' }, order);
      const ageMs = first ? this.#runtime.clock().getTime() - first.created_at.getTime() : 0;
      oldest.set({ kind, mode }, ageMs / 1_000);
    }
  }

  async stop(): Promise<void> {
    getGauges(this.#runtime.metrics.registry).sources.delete(this.#measurement);
    await this.#measurement.whenIdle();
  }
}
