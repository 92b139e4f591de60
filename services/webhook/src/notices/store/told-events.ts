import type { Mode, Tenant } from '@plotline/kit/core/caller';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import { expiryIndex, removeExpired } from '../../events/store/remove-records.js';

/** Event that a notice reports. The record has the event's id. */
interface ToldEvent extends Versioned {
  readonly created_at: Date;
}

/** Older events are not reported, because it is no longer known whether they were reported before. */
export const toldEventRetentionSeconds = 30 * 24 * 3_600;

/**
 * Events that were reported by notices. They are stored so that each event is reported once, because a notice about
 * many events doesn't contain their ids.
 */
export class ToldEvents {
  readonly #collection: Collection<ToldEvent>;

  constructor(runtime: Pick<ServiceRuntime, 'collection'>) {
    this.#collection = runtime.collection<ToldEvent>({
      name: 'told_events',
      schema: createRecordSchema({ created_at: Date }),
      indexes: [expiryIndex],
    });
  }

  /** Adds the events that are not stored yet. Resolves to the ids of the added events. */
  async add(tenant: Tenant, ids: readonly string[], now: Date, session: ClientSession): Promise<ReadonlySet<string>> {
    const records = this.#collection.in(tenant);
    const known = new Set((await records.find({ _id: { $in: ids } }, { session })).map(({ id }) => id));
    const missing = new Set(ids.filter((id) => !known.has(id)));
    const added = [...missing].map((id) => ({ id, version: 1, created_at: now }));
    if (added.length > 0) await records.insertAll(added, session);
    return missing;
  }

  /** Removes up to `limit` events that were added before a time, oldest first. Resolves to the number found. */
  removeBefore(mode: Mode, before: Date, limit: number): Promise<number> {
    return removeExpired(this.#collection.acrossWorkspaces(mode), before, limit);
  }
}
