import type { ClientSession } from 'mongoose';
import type { Tenant } from '../core/caller.js';
import type { Collection } from './records/collection.js';
import { createRecordSchema } from './records/record-model.js';
import type { Versioned } from './records/records.js';
import type { StoreRuntime } from './store-runtime.js';

/**
 * Locks, one record per workspace. A transaction that counts a workspace's records, or looks for a record to extend,
 * takes the lock first. So only one such transaction runs at a time.
 */
export class WorkspaceLocks {
  readonly #collection: Collection<Versioned>;

  constructor(runtime: Pick<StoreRuntime, 'collection'>) {
    this.#collection = runtime.collection<Versioned>({
      name: 'workspace_locks',
      schema: createRecordSchema({}),
      indexes: [],
      reset: 'kept',
    });
  }

  /** Locks the workspace until the transaction ends. A concurrent transaction gets a conflict and runs again. */
  async acquire(tenant: Tenant, session: ClientSession): Promise<void> {
    // The record is not created before the transaction, because that write would wait for other locks outside the time
    // limit of transactions.
    const options = { upsert: true, session } as const;
    await this.#collection.in(tenant).findAndUpdate({ _id: tenant.workspaceId }, { $inc: { version: 1 } }, options);
  }
}
