import type { Mode } from '../../core/caller.js';
import { Problem, unavailable } from '../../core/errors.js';
import type { ServiceRuntime } from '../../service/runtime.js';
import type { FindOptions } from '../../store/records/record-model.js';
import type { Filter, Owned, Records, Versioned } from '../../store/records/records.js';
import type { StoreRuntime } from '../../store/store-runtime.js';
import type { Job, JobData } from '../../tasks/job.js';
import { JobQueue } from '../../tasks/job-queue.js';
import type { JobContext, JobOutcome } from '../../tasks/job-work.js';
import { createJobWorker, type JobWorker } from '../../tasks/job-worker.js';

/** Number of records that a rebuild has checked, and number of wrong ones. */
export interface Rebuilt {
  readonly checked: number;
  readonly corrected: number;
}

/** A finished part of a rebuild. */
export interface RebuildStep extends Rebuilt {
  /** Start of the next part, such as the last id. */
  readonly after: string;
}

/**
 * Computed and stored values of a wrong record. Only numbers or names of fields, because they are printed and must not
 * contain personal data.
 */
export interface Correction {
  readonly expected: unknown;
  readonly found: unknown;
}

/** A correction that a rebuild would make. */
export interface Wrong extends Correction {
  readonly workspace_id: string;
  readonly id: string;
  /** Set where a record can be wrong in several ways. */
  readonly field?: string;
}

/** Makes a rebuild report its corrections without storing anything. */
export interface DryRun {
  /** Limits the check to this workspace. */
  readonly workspaceId?: string | undefined;
  readonly onWrong: (wrong: Wrong) => void;
}

/** Position of a rebuild, and how it reports its progress. */
export interface RebuildProgress {
  /** Position of the last reported step; empty at the start. */
  readonly after: string;
  /** When present, the rebuild stores nothing. */
  readonly dryRun?: DryRun;
  /** Stores a step. An interrupted rebuild continues after the last stored step. Throws if the rebuild must stop. */
  advance(step: RebuildStep): Promise<void>;
}

/**
 * Recomputes data that is derived from other records, while the service runs. Resolves to the counts since
 * `progress.after`.
 */
export type Rebuild = (mode: Mode, progress: RebuildProgress) => Promise<Rebuilt>;

/** Rebuilds of a service by name. */
export type Rebuilds = Readonly<Record<string, Rebuild>>;

/** Progress of a rebuild from the start that nobody follows. */
export const fromStart: RebuildProgress = { after: '', advance: async () => undefined };

/** Maximum records that are read and held in memory together. */
const defaultMaxBatch = 500;

export interface RebuildOptions<T> extends Pick<FindOptions, 'projection'> {
  readonly filter?: Filter;
  /** By default, 500. Tests use fewer. */
  readonly maxBatch?: number;
  /** Corrects the data derived from the record, unless it is a dry run. Resolves to the correction, or null. */
  readonly correct: (record: Owned<T>) => Promise<Correction | null>;
}

/** Checks and corrects the records in the order of their ids. */
export async function rebuildRecords<T extends Versioned>(
  records: Pick<Records<Owned<T>>, 'find'>,
  progress: RebuildProgress,
  { filter = {}, projection, maxBatch = defaultMaxBatch, correct }: RebuildOptions<T>,
): Promise<Rebuilt> {
  let [checked, corrected, { after }] = [0, 0, progress];
  const { dryRun } = progress;
  const own = dryRun?.workspaceId === undefined ? {} : { workspace_id: dryRun.workspaceId };
  for (;;) {
    const options = { sort: { _id: 1 }, limit: maxBatch, ...(projection && { projection }) } as const;
    const batch = await records.find({ ...filter, ...own, _id: { $gt: after } }, options);
    const last = batch.at(-1);
    if (!last) return { checked, corrected };
    let wrong = 0;
    for (const record of batch) {
      const correction = await correct(record);
      if (!correction) continue;
      wrong += 1;
      dryRun?.onWrong({ workspace_id: record.workspace_id, id: record.id, ...correction });
    }
    after = last.id;
    checked += batch.length;
    corrected += wrong;
    await progress.advance({ after, checked: batch.length, corrected: wrong });
  }
}

/** Removes sandbox records that were created up to a time, in one workspace or all. */
interface ResetTask {
  readonly task: 'reset';
  readonly started_at: Date;
}

/** Recomputes data that is derived from other records. */
interface RebuildTask {
  readonly task: 'rebuild';
  readonly name: string;
}

export interface MaintenanceData extends JobData {
  readonly input: ResetTask | RebuildTask;
  /** `pass`: finished passes of a reset. `after`: last position of a rebuild. */
  readonly state: { readonly pass: number; readonly after: string };
}

export type MaintenanceJobs = JobQueue<MaintenanceData>;

export const initialState: MaintenanceData['state'] = { pass: 0, after: '' };

/**
 * Creates the queue for jobs in which a service maintains its own records. A workspace has at most one running job. No
 * events report these jobs.
 */
export function createMaintenanceJobs(runtime: Pick<StoreRuntime, 'collection' | 'journal'>): MaintenanceJobs {
  return new JobQueue<MaintenanceData>(runtime, {
    collection: 'maintenance_jobs',
    kind: 'maintenance',
    prefix: 'mnt',
    reset: 'kept',
    maxQueued: Number.POSITIVE_INFINITY,
    maxRunning: 1,
    isSilent: true,
  });
}

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
  // A process of a different release may know the rebuild.
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
 * Creates the worker for a service's maintenance. Failed work is retried for ten minutes, because no one would request
 * it again.
 */
export function createMaintenanceWorker(
  runtime: ServiceRuntime,
  jobs: MaintenanceJobs,
  { reset, rebuilds = {} }: { readonly reset: RunReset; readonly rebuilds?: Rebuilds },
): JobWorker {
  return createJobWorker({
    queue: jobs,
    runtime,
    // Retried for longer, because the job reads only the service's own records and no one would request it again.
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
