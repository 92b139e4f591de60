import type { Mode } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { type Entry, journalCollection } from '@plotline/kit/store/journal/entry';
import type { Job } from '@plotline/kit/tasks/job';
import { JobQueue } from '@plotline/kit/tasks/job-queue';
import type { RunJob } from '@plotline/kit/tasks/job-work';
import { createJobWorker, type JobWorkerOptions } from '@plotline/kit/tasks/job-worker';
import { giveBack, migratePooled, takeDatabases } from '../../support/database-pool.js';
import { eventually } from '../../support/eventually.js';
import { createTestRuntime, noMigrations, testCaller } from '../../support/test-runtime.js';

/** The tests' kind of job, which counts up to a number. */
export interface CountData {
  readonly input: { readonly to: number };
  readonly state: { readonly at: number };
  readonly counts: { readonly counted: number };
}

export type CountJob = Job<CountData>;

/** Queue of jobs on its own databases, and its workers. */
export async function startJobs() {
  let ahead = 0;
  const runtimes: ServiceRuntime[] = [];
  const workers: { stop(): Promise<void> }[] = [];
  const createQueue = (runtime: ServiceRuntime) =>
    new JobQueue<CountData>(runtime, { collection: 'counts', kind: 'count', prefix: 'cnt' });
  const sharedClock = () => new Date(Date.now() + ahead);
  const pooled = takeDatabases('jobs');
  const { name: database } = pooled;
  const open = async (clock = sharedClock) => {
    const runtime = await createTestRuntime('jobs', clock, database);
    runtimes.push(runtime);
    return { runtime, queue: createQueue(runtime) };
  };
  const { runtime, queue } = await open();
  await migratePooled(pooled, runtime, noMigrations);

  return {
    runtime,
    queue,
    database,
    /** Advances the clock of all workers, except those with their own clock. */
    advance: (ms: number) => {
      ahead += ms;
    },
    /** Starts another replica, with its own connections. */
    addReplica: () => open(),
    /** Starts another replica with a worker. */
    async addWorker(run: RunJob<CountData>, options: Partial<JobWorkerOptions<CountData>> = {}, clock = sharedClock) {
      const replica = await open(clock);
      const worker = createJobWorker({ ...replica, run, ...options });
      worker.start();
      workers.push(worker);
      return { ...replica, worker };
    },
    async create(workspaceId = 'ws_test', to = 3, mode: Mode = 'live', by = queue): Promise<CountJob> {
      const job = { resource: 'numbers', input: { to }, state: { at: 0 }, counts: { counted: 0 }, total: to };
      return (await by.create({ caller: testCaller(workspaceId, mode) }, job, () => undefined)).job;
    },
    async read(id: string, workspaceId = 'ws_test'): Promise<CountJob> {
      const job = await queue.get({ workspaceId, mode: 'live' }, id);
      if (!job) throw new Error(`There is no job ${id}.`);
      return job;
    },
    cancel: (id: string, workspaceId = 'ws_test', by = queue) =>
      by.cancel({ caller: testCaller(workspaceId) }, id, () => undefined),
    async untilEnded(id: string, workspaceId = 'ws_test'): Promise<CountJob> {
      return eventually(async () => {
        const job = await this.read(id, workspaceId);
        if (job.finished_at === null) throw new Error(`The job ${id} is ${job.status}.`);
        return job;
      });
    },
    /** Returns the names of the events about a job, in order. */
    async events(id: string): Promise<string[]> {
      const entries = await runtime.databases.live
        .collection<Entry>(journalCollection)
        .find({ subject: id }, { sort: { _id: 1 } })
        .toArray();
      return entries.flatMap((entry) => entry.events.map(({ name }) => name));
    },
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
      const [first, ...others] = runtimes;
      for (const other of others) await other.databases.close();
      if (!first) return;
      await giveBack(pooled, first.databases);
      await first.databases.close();
    },
  };
}

/** Continues to count from the state of the job, with a commit after each number. */
export const count: RunJob<CountData> = async ({ input, state }, { commit, signal }) => {
  for (let at = state.at + 1; at <= input.to; at += 1) {
    signal.throwIfAborted();
    await commit({ state: { at }, counts: { counted: at }, processed: at });
  }
  return undefined;
};

/** Promise that the test resolves or rejects. */
export function createGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** Work that runs until it is stopped. */
export function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('aborted'))));
}
