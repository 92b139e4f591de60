import { Schema } from 'mongoose';
import type { Tenant } from '../core/caller.js';
import { isDuplicateKey } from '../store/indexes.js';
import { retryOnConflict } from '../store/records/guarded-update.js';
import { createRecordSchema } from '../store/records/record-model.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import type { TransactionSession } from '../store/transactions/transaction.js';
import { type DeferredJob, DeferredJobs, resumeIndex } from './deferred-jobs.js';

/** Deferred work on one subject, such as a record that changed. */
export interface SubjectJob<State = unknown> extends DeferredJob {
  readonly subject_id: string;
  /** The request that last caused the work. */
  readonly request_id: string;
  /** When the subject last changed: the delays of the next runs count from here. */
  readonly since: Date;
  /** How far the work has come, where a run is a part of it. */
  readonly state?: State | null;
}

export interface SubjectWork {
  readonly subjectIds: readonly string[];
  readonly requestId: string;
  readonly since: Date;
  readonly resumeAt: Date;
}

const schema = createRecordSchema({
  subject_id: String,
  request_id: String,
  since: Date,
  resume_at: Date,
  state: Schema.Types.Mixed,
});

/** Deferred jobs of which each subject has one, however often work on it is requested. */
export class SubjectJobs<State = unknown> extends DeferredJobs<SubjectJob<State>> {
  constructor(runtime: Pick<StoreRuntime, 'collection'>, name: string) {
    super(runtime.collection({ name, schema, indexes: [resumeIndex], reset: { time: 'since' } }));
  }

  /** Adds work on the subjects. A subject whose job is due earlier keeps that time and its place in the order. */
  async enqueue(
    tenant: Tenant,
    { subjectIds, requestId, since, resumeAt }: SubjectWork,
    session?: TransactionSession,
  ): Promise<void> {
    const fields = { request_id: requestId, since };
    // Sorted: two that add the same subjects in different orders would deadlock.
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
    // A transaction is run again as a whole when another one inserts the same subject at the same time.
    await (session ? store() : retryOnConflict(store, { isConflict: isDuplicateKey }));
    this.announce();
  }
}
