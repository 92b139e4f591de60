import type { Tenant } from '@plotline/kit/core/caller';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import type { Unit } from '../model/unit.js';
import type { UnitCounters } from './unit-counters.js';
import { toUnitDeletedEntry, type UnitToJson } from './unit-entries.js';

interface UnitRemovalOptions {
  readonly counters: UnitCounters;
  readonly toJson: UnitToJson;
}

/** Removes many units at once. */
export class UnitRemovals {
  readonly #collection: Collection<Unit>;
  readonly #options: UnitRemovalOptions;

  constructor(collection: Collection<Unit>, options: UnitRemovalOptions) {
    this.#collection = collection;
    this.#options = options;
  }

  /**
   * Deletes units without a live deal, in the transaction that has read them. Resolves to the journal entries. Throws
   * VersionConflict when a property is deleted at the same time.
   */
  async remove(
    tenant: Tenant,
    units: readonly Unit[],
    deletedAt: Date,
    session: ClientSession,
  ): Promise<readonly EntryInput[]> {
    const { counters, toJson } = this.#options;
    await this.#collection.in(tenant).delete({ _id: { $in: units.map(({ id }) => id) } }, session);
    const changes = units.map((before) => ({ before, after: null }));
    if ((await counters.apply(tenant, changes, session)).length > 0) throw new VersionConflict();
    return units.map((unit) => toUnitDeletedEntry(unit, deletedAt, toJson));
  }
}
