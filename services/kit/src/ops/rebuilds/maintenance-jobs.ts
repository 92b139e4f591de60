import type { StoreRuntime } from '../../store/store-runtime.js';
import type { JobData } from '../../tasks/job.js';
import { JobQueue } from '../../tasks/job-queue.js';

/** Removes the records of the sandbox that were created up to a time, for one workspace or all. */
export interface ResetTask {
  readonly task: 'reset';
  readonly started_at: Date;
}

/** Recomputes data that is derived from other records. */
export interface RebuildTask {
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
 * Creates the queue of a service's maintenance of its own records, one job at a time per workspace. No events report
 * it.
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
