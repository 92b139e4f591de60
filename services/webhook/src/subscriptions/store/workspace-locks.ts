import type { Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';

/**
 * Locks, with one record for each workspace. A transaction that counts the workspace's subscriptions, or looks for a
 * notice to extend, locks the record first, so that only one such transaction runs at a time.
 */
export class WorkspaceLocks {
  readonly #collection: Collection<Versioned>;

  constructor(runtime: ServiceRuntime) {
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
