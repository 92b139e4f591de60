import type { StoreRuntime } from '../../store/store-runtime.js';
import type { JobData } from '../../tasks/job.js';
import { JobQueue } from '../../tasks/job-queue.js';

/** Removes from the sandbox of a workspace, or of all, what was created until then. */
export interface ResetTask {
  readonly task: 'reset';
  readonly started_at: Date;
}

/** Computes what follows from other records anew. */
export interface RebuildTask {
  readonly task: 'rebuild';
  readonly name: string;
}

export interface MaintenanceData extends JobData {
  readonly input: ResetTask | RebuildTask;
  /** `pass`: of a reset, those that are over. `after`: of a rebuild, as it told last. */
  readonly state: { readonly pass: number; readonly after: string };
}

export type MaintenanceJobs = JobQueue<MaintenanceData>;

export const initialState: MaintenanceData['state'] = { pass: 0, after: '' };

/** The work of a service on its own records, each workspace's one after the other. No event tells of it. */
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
