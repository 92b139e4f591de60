import type { Mode } from '../core/caller.js';
import type { Owned } from '../store/records/records.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import type { Job, JobData } from './job.js';
import type { JobQueue } from './job-queue.js';
import { PeriodicTask } from './periodic-task.js';

const intervalMs = 600_000;
const maxBatch = 100;
/** When the removal of what belongs to a job is tried again after a failure. */
const retryMs = 3_600_000;

export interface JobExpiryOptions<D extends JobData> {
  readonly queue: JobQueue<D>;
  readonly runtime: Pick<StoreRuntime, 'lease' | 'log' | 'clock'>;
  readonly onExpire?: (job: Owned<Job<D>>, mode: Mode) => Promise<void>;
}

/** Removes the records of jobs 30 days after their end, and before each what belongs to it. */
export function createJobExpiry<D extends JobData>(options: JobExpiryOptions<D>): PeriodicTask {
  const { queue, runtime, onExpire = async () => undefined } = options;

  /** One that fails does not keep the others. */
  async function remove(job: Owned<Job<D>>, mode: Mode): Promise<void> {
    const { workspace_id: workspaceId, id: _id } = job;
    const records = queue.collection.in({ workspaceId, mode });
    try {
      await onExpire(job, mode);
      await records.delete({ _id, expires_at: job.expires_at });
    } catch (error) {
      runtime.log.warn({ err: error, job: job.id }, 'what belongs to an expired job could not be removed');
      await records.update({ _id }, { $set: { expires_at: new Date(runtime.clock().getTime() + retryMs) } });
    }
  }

  return new PeriodicTask({
    name: `${queue.kind} job expiry`,
    intervalMs,
    runtime,
    run: async (mode, shouldContinue) => {
      const find = () => {
        const expired = { expires_at: { $lte: runtime.clock() } };
        const options = { sort: { expires_at: 1 }, limit: maxBatch, hint: 'expiry' } as const;
        return queue.collection.acrossWorkspaces(mode).find(expired, options);
      };
      for (let jobs = await find(); jobs.length > 0; jobs = await find()) {
        for (const job of jobs) {
          if (!(await shouldContinue())) return;
          await remove(job, mode);
        }
      }
    },
  });
}
