import type { Tenant } from '../core/caller.js';
import { isDuplicateKey } from '../store/indexes.js';
import type { Collection } from '../store/records/collection.js';
import { createRecordSchema } from '../store/records/record-model.js';
import type { Filter } from '../store/records/records.js';
import type { WritableRecords } from '../store/records/writable-records.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { retryOnConflict } from '../store/transactions/retry-on-conflict.js';
import type { TransactionSession } from '../store/transactions/transaction.js';
import { type DueRecord, DueWork, dueIndex } from './due-work.js';

/** A walk through the records that depend on a subject, in the order of their creation, which no change of a record moves. */
export interface QueueWalk {
  readonly began: Date;
  /** What the records are compared with: with another basis a walk begins anew. */
  readonly basis: string;
  /** The last record that was looked at; absent at the beginning. */
  readonly after?: { readonly created_at: Date; readonly id: string };
}

/** Work on one subject, such as a record that changed. */
export interface QueuedWork extends DueRecord {
  readonly subject_id: string;
  /** The request that last caused the work. */
  readonly request_id: string;
  /** When the subject last changed: the delays of the next runs count from here. */
  readonly since: Date;
  /** Where the next run goes on. */
  readonly walk?: QueueWalk | null;
}

export interface NewWork {
  readonly subjectIds: readonly string[];
  readonly requestId: string;
  readonly since: Date;
  readonly dueAt: Date;
}

const schema = createRecordSchema({
  subject_id: String,
  request_id: String,
  since: Date,
  due_at: Date,
  walk: {
    type: { began: Date, basis: String, after: { type: { created_at: Date, id: String }, _id: false } },
    _id: false,
  },
});

/** A queue with one record for each subject, however often work on it is requested. */
export class DueQueue extends DueWork<QueuedWork> {
  readonly #collection: Collection<QueuedWork>;

  constructor(runtime: Pick<StoreRuntime, 'collection'>, name: string) {
    const collection = runtime.collection<QueuedWork>({ name, schema, indexes: [dueIndex], reset: { time: 'since' } });
    super(collection);
    this.#collection = collection;
  }

  /** Adds work on the subjects. A subject whose work is due earlier keeps that time and its place in the order. */
  async enqueue(tenant: Tenant, { subjectIds, requestId, since, dueAt }: NewWork): Promise<void> {
    const records = this.#collection.in(tenant);
    const toId = (subjectId: string) => `${tenant.workspaceId}:${subjectId}`;
    const fields = { request_id: requestId, since };
    const change = { $set: fields, $min: { due_at: dueAt }, $inc: { version: 1 } };
    await retryOnConflict(
      async () => {
        const known = await this.#update(records, subjectIds.map(toId), change);
        const missing = [...new Set(subjectIds)].filter((id) => !known.has(toId(id)));
        const added = missing.map((id) => ({ id: toId(id), version: 1, subject_id: id, ...fields, due_at: dueAt }));
        if (added.length > 0) await records.insert(added);
        this.announce();
      },
      // Of two that insert the same subject at the same time, one fails by a duplicate key.
      { isConflict: isDuplicateKey },
    );
  }

  /** Adds work on subjects that have none yet, within the transaction that causes it. */
  async add(
    tenant: Tenant,
    { subjectIds, requestId, since, dueAt }: NewWork,
    session: TransactionSession,
  ): Promise<void> {
    const fields = { version: 1, request_id: requestId, since, due_at: dueAt };
    const added = subjectIds.map((id) => ({ id: `${tenant.workspaceId}:${id}`, subject_id: id, ...fields }));
    await this.#collection.in(tenant).insert(added, session);
    this.announce();
  }

  /** Updates those of the records that exist; resolves to their ids. */
  async #update(records: WritableRecords<QueuedWork>, ids: readonly string[], change: Filter): Promise<Set<string>> {
    const filter = { _id: { $in: ids } };
    if ((await records.updateMany(filter, change)) === 0) return new Set();
    const found = await records.find(filter, { projection: { _id: 1 } });
    return new Set(found.map(({ id }) => id));
  }
}
