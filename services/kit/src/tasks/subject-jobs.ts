import { Schema } from 'mongoose';
import type { Tenant } from '../core/caller.js';
import { isDuplicateKey } from '../store/indexes.js';
import { retryOnConflict } from '../store/records/guarded-update.js';
import { createRecordSchema } from '../store/records/record-model.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import type { TransactionSession } from '../store/transactions/transaction.js';
import { type DeferredJob, DeferredJobs, resumeIndex } from './deferred-jobs.js';
import type { Suspensions } from './suspended-workspaces.js';

/** Deferred work on one subject, such as a changed record. */
export interface SubjectJob<State = unknown> extends DeferredJob {
  readonly subject_id: string;
  /** Id of the latest request that caused the work. */
  readonly request_id: string;
  /** Time of the subject's last change. The delays of the next runs start at this time. */
  readonly since: Date;
  /** Progress of the work, if a run does only a part of it. */
  readonly state?: State | null;
}

export interface SubjectWork<State = unknown> {
  readonly subjectIds: readonly string[];
  readonly requestId: string;
  readonly since: Date;
  readonly resumeAt: Date;
  /** Replaces the state of the jobs. By default it doesn't change. */
  readonly state?: State;
}

const schema = createRecordSchema({
  subject_id: String,
  request_id: String,
  since: Date,
  resume_at: Date,
  state: Schema.Types.Mixed,
});

/** Deferred jobs with at most one job for each subject, even if work on the subject is requested several times. */
export class SubjectJobs<State = unknown> extends DeferredJobs<SubjectJob<State>> {
  constructor(runtime: Pick<StoreRuntime, 'collection'>, name: string, suspensions?: Suspensions) {
    super(runtime.collection({ name, schema, indexes: [resumeIndex], reset: { time: 'since' } }), suspensions);
  }

  /** Makes all jobs of a workspace due now, because something that their time depends on has changed. */
  async wakeAll(tenant: Tenant, now: Date): Promise<void> {
    await this.collection.in(tenant).updateMany({}, { $set: { resume_at: now }, $inc: { version: 1 } });
    this.announce();
  }

  /** Adds work on the subjects. A job that is already due earlier keeps its time and its place in the order. */
  async enqueue(
    tenant: Tenant,
    { subjectIds, requestId, since, resumeAt, state }: SubjectWork<State>,
    session?: TransactionSession,
  ): Promise<void> {
    const fields = { request_id: requestId, since, ...(state !== undefined && { state }) };
    // Sorted, because two calls that add the same subjects in different orders would deadlock.
    const updates = [...new Set(subjectIds)].sort().map((subject_id) => {
      const update = {
        $setOnInsert: { subject_id },
        $set: fields,
        $min: { resume_at: resumeAt },
        $inc: { version: 1 },
      };
      return [`${tenant.workspaceId}:${subject_id}`, update] as const;
    });
    const store = () => this.collection.in(tenant).upsertAll(new Map(updates), session);
    // If a concurrent call inserts the same subject, a transaction is repeated as a whole.
    await (session ? store() : retryOnConflict(store, { isConflict: isDuplicateKey }));
    this.announce();
  }
}
