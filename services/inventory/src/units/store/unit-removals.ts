import type { Caller } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { EntryInput } from '@plotline/kit/store/journal/entry';
import type { Collection } from '@plotline/kit/store/records/collection';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import { assertRemovable } from '../model/sale.js';
import type { Unit } from '../model/unit.js';
import type { UnitCounters } from './unit-counters.js';
import { toUnitDeletedEntry, type UnitToJson } from './unit-entries.js';
import type { UnitHolds } from './unit-holds.js';

interface UnitRemovalOptions {
  readonly runtime: Pick<ServiceRuntime, 'journal'>;
  readonly counters: UnitCounters;
  readonly holds: UnitHolds;
  readonly toJson: UnitToJson;
}

/** Removes units. */
export class UnitRemovals {
  readonly #collection: Collection<Unit>;
  readonly #options: UnitRemovalOptions;

  constructor(collection: Collection<Unit>, options: UnitRemovalOptions) {
    this.#collection = collection;
    this.#options = options;
  }

  /**
   * Deletes a unit. `check` gets the unit first and may throw a Problem. Rejects with NOT_FOUND, or with CONFLICT when
   * the unit is in an active deal or held.
   */
  async removeOne(command: Command, id: string, check: (unit: Unit) => void): Promise<void> {
    const { caller } = command;
    const { runtime, holds, counters, toJson } = this.#options;
    const records = this.#collection.in(caller);
    await runtime.journal.commit(command, async (session, time) => {
      const found = await records.get(id, session);
      if (!found) throw notFound();
      const expiry = await holds.expire(caller, [found], time, session);
      const [before = found] = expiry.units;
      const deletedAt = time.after(before);
      check(before);
      assertRemovable(before);
      await records.delete({ _id: id }, session);
      const missing = await counters.apply(caller, [{ before, after: null }], session);
      // The property was deleted, so its units will be deleted too.
      if (missing.length > 0) throw notFound();
      return { entries: [...expiry.entries, toUnitDeletedEntry(before, deletedAt, toJson)] };
    });
  }

  /**
   * Deletes units that have no active deal and no hold, in the transaction that has read them. Resolves to the journal
   * entries. Throws VersionConflict when a property is deleted at the same time.
   */
  async remove(
    caller: Caller,
    units: readonly Unit[],
    deletedAt: Date,
    session: ClientSession,
  ): Promise<readonly EntryInput[]> {
    const { counters, toJson } = this.#options;
    await this.#collection.in(caller).delete({ _id: { $in: units.map(({ id }) => id) } }, session);
    const changes = units.map((before) => ({ before, after: null }));
    if ((await counters.apply(caller, changes, session)).length > 0) throw new VersionConflict();
    return units.map((unit) => toUnitDeletedEntry(unit, deletedAt, toJson));
  }
}
