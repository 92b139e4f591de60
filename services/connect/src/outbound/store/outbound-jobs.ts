import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import { isDuplicateKey } from '@plotline/kit/store/indexes';
import { retryOnConflict } from '@plotline/kit/store/records/guarded-update';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Owned } from '@plotline/kit/store/records/records';
import { DeferredJobs, resumeIndex } from '@plotline/kit/tasks/deferred-jobs';
import type { Suspensions } from '@plotline/kit/tasks/suspended-workspaces';
import type { OutboundJob } from '../model/outbound-job.js';

/** Records to send through the given connections. */
export interface OutboundWork extends Pick<OutboundJob, 'record_type'> {
  readonly connectionIds: readonly string[];
  /** Records to send, each with the id of the request that changed it. */
  readonly records: readonly { readonly id: string; readonly request_id: string }[];
  readonly now: Date;
  readonly syncId?: string;
}

/** Records that wait to be sent to vendors: at most one job for each connection and record. */
export class OutboundJobs {
  readonly jobs: DeferredJobs<OutboundJob>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>, suspensions?: Suspensions) {
    this.jobs = new DeferredJobs(
      runtime.collection<OutboundJob>({
        name: 'outbound_jobs',
        schema: createRecordSchema({
          connection_id: String,
          record_type: String,
          record_id: String,
          request_id: String,
          attempts: Number,
          sync_id: String,
          has_failed: Boolean,
          since: Date,
          resume_at: Date,
        }),
        indexes: [
          resumeIndex,
          { name: 'connection', keys: { workspace_id: 1, connection_id: 1, resume_at: 1 } },
          { name: 'sync', keys: { workspace_id: 1, sync_id: 1 } },
        ],
        reset: { time: 'since' },
      }),
      suspensions,
    );
  }

  /**
   * Adds jobs that are due now. If a job already exists, it sends the record again, because the record has changed
   * since.
   */
  async enqueue(tenant: Tenant, work: OutboundWork): Promise<void> {
    const { connectionIds, records, record_type, now, syncId } = work;
    const fields = { record_type, since: now, attempts: 0, has_failed: false };
    const added = syncId === undefined ? { sync_id: null } : {};
    const pairs = connectionIds.flatMap((connection_id) =>
      records.map(({ id: record_id, request_id }) => ({ connection_id, record_id, request_id })),
    );
    // Sorted, because two calls that add the same jobs in different orders would deadlock.
    const updates = pairs
      .map(({ connection_id, record_id, request_id }) => {
        const key = `${tenant.workspaceId}:${connection_id}:${record_id}`;
        const update = {
          $setOnInsert: { connection_id, record_id, ...added },
          $set: { ...fields, request_id, ...(syncId !== undefined && { sync_id: syncId }) },
          $min: { resume_at: now },
          $inc: { version: 1 },
        };
        return [key, update] as const;
      })
      .sort(([one], [other]) => (one < other ? -1 : 1));
    const store = () => this.jobs.collection.in(tenant).upsertAll(new Map(updates));
    await retryOnConflict(store, { isConflict: isDuplicateKey });
    this.jobs.announce();
  }

  /** Returns the due jobs of a connection, starting with the job that has been due longest. */
  async listDue(tenant: Tenant, connectionId: string, now: Date, limit: number): Promise<Owned<OutboundJob>[]> {
    const filter = { connection_id: connectionId, resume_at: { $lte: now } };
    const options = { sort: { resume_at: 1 }, limit, hint: 'connection' } as const;
    const due = await this.jobs.collection.in(tenant).find(filter, options);
    return due.map((job) => ({ ...job, workspace_id: tenant.workspaceId }));
  }

  /**
   * Makes the due jobs of a connection wait. Leaves out the jobs in `except`, because their next run is decided
   * separately.
   */
  async postpone(tenant: Tenant, connectionId: string, until: Date, except: readonly string[]): Promise<void> {
    const filter = { connection_id: connectionId, resume_at: { $lt: until }, _id: { $nin: [...except] } };
    await this.jobs.collection.in(tenant).updateMany(filter, { $set: { resume_at: until }, $inc: { version: 1 } });
  }

  /** Makes the waiting jobs of a connection due, because it can be used again. */
  async wake(tenant: Tenant, connectionId: string, now: Date): Promise<void> {
    const filter = { connection_id: connectionId, has_failed: false };
    await this.jobs.collection.in(tenant).updateMany(filter, { $set: { resume_at: now }, $inc: { version: 1 } });
    this.jobs.announce();
  }

  /** Counts the jobs that a sync waits for, or those that were given up. */
  count(tenant: Tenant, syncId: string, { has_failed }: Pick<OutboundJob, 'has_failed'>): Promise<number> {
    return this.jobs.collection.in(tenant).count({ sync_id: syncId, has_failed });
  }

  /** Detaches the jobs of a sync that has ended. Waiting jobs are still sent, but no longer counted. */
  async releaseSync(tenant: Tenant, syncId: string): Promise<void> {
    const records = this.jobs.collection.in(tenant);
    await records.delete({ sync_id: syncId, has_failed: true });
    await records.updateMany({ sync_id: syncId }, { $set: { sync_id: null }, $inc: { version: 1 } });
  }
}
