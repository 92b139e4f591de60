import type { Answer } from '@plotline/kit/core/answer';
import { createSharedRead } from '@plotline/kit/core/batcher';
import type { Caller, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ImportedRecords } from '@plotline/kit/imports/import-plan';
import { commitImported, type ImportBasis, writeImported } from '@plotline/kit/imports/importable';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { type ChangeTime, diff } from '@plotline/kit/store/journal/entry';
import { type Listed, type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/list';
import type { ChangedRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { findByExternalIds, type KeyClaims, refuseTakenExternalIds } from '@plotline/kit/store/records/external-ids';
import { VersionConflict } from '@plotline/kit/store/records/guarded-update';
import type { ClientSession } from 'mongoose';
import { findByListingKeys, findNamedListings } from '../../listings/store/listing-keys.js';
import { setStatus } from '../model/edit-unit.js';
import type { Unit, UnitStatus } from '../model/unit.js';
import type { UnitChange } from '../model/unit-counter.js';
import type { Visibility } from '../model/visibility.js';
import { planUnitList, type UnitQuery } from './unit-collection.js';
import { PropertiesMissing, type UnitCounters } from './unit-counters.js';
import { toUnitChangedEntry, toUnitCreatedEntry, type UnitChangeDescription, type UnitToJson } from './unit-entries.js';
import type { UnitHolds } from './unit-holds.js';
import { countUnitsByStatus, listUnits } from './unit-list.js';
import { findUnitsOfProperties, type WantedUnits } from './units-of-properties.js';

interface UnitStoreOptions {
  readonly counters: UnitCounters;
  readonly claims: KeyClaims;
  readonly holds: UnitHolds;
  readonly toJson: UnitToJson;
}

/** Returns the time for which the holds on a unit are evaluated in a decision. Default: now. */
type HoldsAt = (unit: Unit, now: Date) => Date;

/** Stored units, with their journal entries and the counters of their properties. */
export class Units {
  readonly #collection: Collection<Unit>;
  readonly #runtime: ServiceRuntime;
  readonly #counters: UnitCounters;
  readonly #claims: KeyClaims;
  readonly #holds: UnitHolds;
  readonly #toJson: UnitToJson;
  readonly #share = createSharedRead<Listed<Unit>>();

  constructor(runtime: ServiceRuntime, collection: Collection<Unit>, options: UnitStoreOptions) {
    this.#runtime = runtime;
    this.#collection = collection;
    this.#counters = options.counters;
    this.#claims = options.claims;
    this.#holds = options.holds;
    this.#toJson = options.toJson;
  }

  /**
   * Stores new units, all or none. If some of their properties no longer exist, stores none and resolves to the ids of
   * these properties. Rejects with CONFLICT when another unit has one of the external ids.
   */
  async add(command: Command, units: readonly Unit[], answer: Answer): Promise<readonly string[]> {
    if (units.length === 0) return [];
    const { caller } = command;
    const records = this.#collection.in(caller);
    try {
      const committed = this.#runtime.journal.commit(
        command,
        async (session) => {
          await records.insert(units, session);
          const changes = units.map((after) => ({ before: null, after }));
          const missing = await this.#counters.apply(caller, changes, session);
          if (missing.length > 0) throw new PropertiesMissing(missing);
          return { entries: units.map((unit) => toUnitCreatedEntry(unit, this.#toJson)), answer };
        },
        units[0]?.created_at,
      );
      await refuseTakenExternalIds(records, units, committed);
      return [];
    } catch (error) {
      if (error instanceof PropertiesMissing) return error.ids;
      throw error;
    }
  }

  /** Finds the units that have one of the keys of `getListingKeys`, at least two for each key if there are many. */
  findByKeys(tenant: Tenant, keys: readonly string[]): Promise<Unit[]> {
    return findByListingKeys(this.#collection.in(tenant), keys);
  }

  /** Finds the units whose id, external id or name is one of the texts. */
  findNamed(tenant: Tenant, texts: readonly string[]): Promise<Unit[]> {
    return findNamedListings(this.#collection.in(tenant), texts);
  }

  /**
   * Finds the units whose number or name in their property is one of the texts. Finds at least two units for an
   * ambiguous text.
   */
  findOfProperties(tenant: Tenant, wanted: readonly WantedUnits[]): Promise<readonly Unit[]> {
    return findUnitsOfProperties(this.#collection.in(tenant), wanted);
  }

  /**
   * Stores the decisions of an import. Throws VersionConflict when the import must decide again, also because a
   * property was deleted.
   */
  async storeImport(command: Command, imported: ImportedRecords<Unit>, basis: ImportBasis<Unit>, answer: Answer) {
    const { caller } = command;
    const { created, changed, entries } = imported;
    const records = this.#collection.in(caller);
    const find = (keys: readonly string[], session: ClientSession) => findByListingKeys(records, keys, session);
    const write = async (session: ClientSession, time: ChangeTime) => {
      await writeImported({ tenant: caller, records, claims: this.#claims, find }, imported, basis, session);
      const followed = await this.#holds.follow(caller, changed, time, session);
      const changes = [...created.map((after) => ({ before: null, after })), ...changed];
      if ((await this.#counters.apply(caller, changes, session)).length > 0) throw new VersionConflict();
      return { entries: [...entries, ...followed], answer };
    };
    await commitImported(this.#runtime.journal.commit(command, write, basis.at));
  }

  get(tenant: Tenant, id: string): Promise<Unit | null> {
    return this.#collection.in(tenant).get(id);
  }

  findByExternalIds(tenant: Tenant, externalIds: readonly string[]): Promise<Unit[]> {
    return findByExternalIds(this.#collection.in(tenant), externalIds);
  }

  getMany(tenant: Tenant, ids: readonly string[], session?: ClientSession): Promise<Unit[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } }, session ? { session } : {});
  }

  /** Reads one page of a list, with the given fields of its units. */
  list<Field extends keyof Unit>(
    caller: Caller,
    query: UnitQuery,
    allowed: Visibility,
    fields: readonly Field[],
  ): Promise<Listed<Pick<Unit, Field>>> {
    const records = this.#collection.in(caller);
    const read = () => listUnits(records, this.#counters, { tenant: caller, query, allowed, fields });
    return this.#share({ key: records.toCacheKey({ query, allowed, fields }), deadline: caller.deadline, read });
  }

  /** Reads one page of the units that match the query. */
  async walk(tenant: Tenant, query: UnitQuery, allowed: Visibility, page: WalkPage): Promise<Walked<Unit>> {
    const records = this.#collection.in(tenant);
    return walkRecords(records, await planUnitList(records, query, allowed), page);
  }

  /** Returns the number of all units, from the counters. Returns null in the sandbox. */
  countAll(tenant: Tenant): Promise<number | null> {
    return this.#counters.findTotal(tenant, undefined);
  }

  /** Returns the number of units in each status. */
  countByStatus(tenant: Tenant): Promise<{ status: UnitStatus; count: number }[]> {
    return countUnitsByStatus(this.#collection.in(tenant), this.#counters, tenant);
  }

  /**
   * Applies a decision to a unit. The decision is a pure function and may throw a Problem. Resolves to the stored unit
   * and the response. Reads the unit in the transaction that changes it, so that after a write conflict the decision
   * uses the current unit. Ends overdue holds first. Rejects with CONFLICT when another unit has the external id.
   */
  async change<A extends Answer | undefined>(
    command: Command,
    id: string,
    description: UnitChangeDescription,
    decide: (unit: Unit, at: Date) => Unit,
    toAnswer: (unit: Unit) => A,
    holdsAt: HoldsAt = (_unit, now) => now,
  ): Promise<ChangedRecord<Unit, A>> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const { answer, result } = await this.#runtime.journal.commit(command, async (session, time) => {
      const found = await records.get(id, session);
      if (!found) throw notFound();
      const expiry = await this.#holds.expire(caller, [found], time, session, holdsAt(found, time.at));
      const [before = found] = expiry.units;
      const after = decide(before, time.after(before));
      if (Object.keys(diff(before, after)).length === 0) {
        return { entries: expiry.entries, answer: toAnswer(before), result: before };
      }
      const stored = await this.#save(caller, before, after, session);
      const changed = toUnitChangedEntry(before, after, description, this.#toJson);
      const followed = await this.#holds.follow(caller, [{ before, after: stored }], time, session);
      return { entries: [...expiry.entries, changed, ...followed], answer: toAnswer(stored), result: stored };
    });
    return { record: result, answer };
  }

  /**
   * Saves a unit. If only `released_deals` changes, creates no new version, so that the entity tag in a client's
   * If-Match remains valid.
   */
  async #save(tenant: Tenant, before: Unit, after: Unit, session: ClientSession): Promise<Unit> {
    const records = this.#collection.in(tenant);
    const { id, released_deals } = after;
    if (Object.keys(diff({ ...before, released_deals }, after)).length === 0) {
      await records.update({ _id: id }, { $set: { released_deals } }, session);
      return after;
    }
    const stored = await refuseTakenExternalIds(records, [after], records.change(before, after, session));
    await this.#updateCounters(tenant, [{ before, after }], session);
    return stored;
  }

  /**
   * Sets the status of units, all or none. `check` gets the units that exist and may throw a Problem. Rejects with
   * CONFLICT when the status of a held unit or of a unit in an active deal would change. A held unit may become
   * `off_market`.
   */
  async setStatus(
    command: Command,
    ids: readonly string[],
    status: UnitStatus,
    check: (found: readonly Unit[]) => void,
  ): Promise<void> {
    const { caller } = command;
    await this.#runtime.journal.commit(command, async (session, time) => {
      const expiry = await this.#holds.expire(caller, await this.getMany(caller, ids, session), time, session);
      const found = expiry.units;
      check(found);
      const now = time.after(...found);
      const changes = found
        .map((before) => ({ before, after: setStatus(before, status, now) }))
        .filter(({ before, after }) => before !== after);
      if (changes.length === 0) return { entries: expiry.entries };
      const filter = { _id: { $in: changes.map(({ before }) => before.id) } };
      const ended = status === 'off_market' ? { hold: null } : {};
      const update = { $set: { status, ...ended, updated_at: now }, $inc: { version: 1 } };
      await this.#collection.in(caller).updateMany(filter, update, session);
      await this.#updateCounters(caller, changes, session);
      const description = { type: 'field_update', description: `The unit became ${status}.` } as const;
      const changed = changes.map(({ before, after }) => toUnitChangedEntry(before, after, description, this.#toJson));
      const followed = await this.#holds.follow(caller, changes, time, session);
      return { entries: [...expiry.entries, ...changed, ...followed] };
    });
  }

  async #updateCounters(tenant: Tenant, changes: readonly UnitChange[], session: ClientSession): Promise<void> {
    const missing = await this.#counters.apply(tenant, changes, session);
    // The property was deleted, so its units will be deleted too.
    if (missing.length > 0) throw notFound();
  }
}
