import type { ClientSession } from 'mongoose';
import type { Tenant } from '../core/caller.js';
import type { ResetRule } from '../store/indexes.js';
import type { Collection } from '../store/records/collection.js';
import { createRecordSchema } from '../store/records/record-model.js';
import type { Versioned } from '../store/records/records.js';
import type { StoreRuntime } from '../store/store-runtime.js';
import { VersionConflict } from '../store/transactions/retry-on-conflict.js';

/** Its id is the workspace's. */
interface JobLock extends Versioned {
  /** When it was last acquired. */
  readonly at: Date;
}

/**
 * A record for each workspace, which every transaction writes that counts the workspace's jobs and changes their number: two
 * such transactions conflict, so that the count is true when it is committed.
 */
export class JobLocks {
  readonly #collection: Collection<JobLock>;
  readonly #clock: () => Date;

  constructor({ collection, clock }: Pick<StoreRuntime, 'collection' | 'clock'>, name: string, reset: ResetRule) {
    this.#collection = collection<JobLock>({
      name,
      schema: createRecordSchema({ at: Date }),
      indexes: [],
      reset,
    });
    this.#clock = clock;
  }

  /** Creates the record where it is missing: within a transaction another one's would be a duplicate key. */
  async create(tenant: Tenant): Promise<void> {
    const records = this.#collection.in(tenant);
    const { workspaceId: id } = tenant;
    if (await records.get(id)) return;
    await records.insertMissing([{ id, version: 1, at: this.#clock() }]);
  }

  /** To be called first in a transaction. Throws VersionConflict when the record is not there, as after a reset of the sandbox. */
  async acquire(tenant: Tenant, session: ClientSession): Promise<void> {
    const update = { $set: { at: this.#clock() }, $inc: { version: 1 } };
    const isThere = await this.#collection.in(tenant).update({ _id: tenant.workspaceId }, update, session);
    if (!isThere) throw new VersionConflict();
  }
}
