import type { Answer } from '@plotline/kit/core/answer';
import type { Mode, Tenant } from '@plotline/kit/core/caller';
import { notFound } from '@plotline/kit/core/errors';
import type { ImportedRecords } from '@plotline/kit/imports/import-plan';
import { commitImported, type ImportBasis, writeImported } from '@plotline/kit/imports/importable';
import { fromStart, type RebuildProgress, type Rebuilt } from '@plotline/kit/ops/rebuilds/rebuild';
import { rebuildDerived } from '@plotline/kit/ops/rebuilds/rebuild-derived';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { withNameOrder } from '@plotline/kit/store/lists/access-path';
import { listRecords, type Walked, type WalkPage, walkRecords } from '@plotline/kit/store/lists/list';
import { type ChangedRecord, changeRecord } from '@plotline/kit/store/records/change-record';
import type { Collection } from '@plotline/kit/store/records/collection';
import { findByExternalIds, type KeyClaims, refuseTakenExternalIds } from '@plotline/kit/store/records/external-ids';
import { toProjection } from '@plotline/kit/store/records/record-model';
import type { ClientSession } from 'mongoose';
import { findByListingKeys, findNamedListings } from '../../listings/store/listing-keys.js';
import type { Milestones } from '../../milestones/store/milestones.js';
import { type UnitCounter, zeroCounter } from '../../units/model/unit-counter.js';
import type { UnitCounters } from '../../units/store/unit-counters.js';
import type { Property } from '../model/property.js';
import {
  deriveProperty,
  type PropertyQuery,
  planPropertyList,
  propertyIndexes,
  propertySchema,
} from './property-collection.js';
import {
  type PropertyToJson,
  toPropertyChangedEntries,
  toPropertyCreatedEntry,
  toPropertyDeletedEntries,
} from './property-entries.js';
import type { PropertyRemovals } from './property-removals.js';

/** Property with its unit counter. */
export interface CountedProperty<Field extends keyof Property = keyof Property> {
  readonly property: Pick<Property, Field>;
  readonly counter: UnitCounter;
}

interface PropertyStoreOptions {
  readonly counters: UnitCounters;
  readonly claims: KeyClaims;
  readonly removals: PropertyRemovals;
  readonly milestones: Milestones;
  readonly toJson: PropertyToJson;
}

/** Stored properties, with their journal entries. */
export class Properties {
  readonly #collection: Collection<Property>;
  readonly #runtime: ServiceRuntime;
  readonly #counters: UnitCounters;
  readonly #claims: KeyClaims;
  readonly #removals: PropertyRemovals;
  readonly #milestones: Milestones;
  readonly #toJson: PropertyToJson;

  constructor(runtime: ServiceRuntime, { counters, claims, removals, milestones, toJson }: PropertyStoreOptions) {
    this.#runtime = runtime;
    this.#counters = counters;
    this.#claims = claims;
    this.#removals = removals;
    this.#milestones = milestones;
    this.#toJson = toJson;
    this.#collection = runtime.collection<Property>({
      name: 'properties',
      schema: propertySchema,
      indexes: propertyIndexes,
      derive: deriveProperty,
    });
  }

  /** Stores a new property, without units. Rejects with CONFLICT when another property has the external id. */
  async add(command: Command, property: Property, answer: Answer): Promise<void> {
    const { caller } = command;
    const records = this.#collection.in(caller);
    const committed = this.#runtime.journal.commit(
      command,
      async (session) => {
        await records.insert([property], session);
        await this.#counters.ofProperties.create(caller, [property.id], session);
        return { entries: [toPropertyCreatedEntry(property, this.#toJson)], answer };
      },
      property.created_at,
    );
    await refuseTakenExternalIds(records, [property], committed);
  }

  /**
   * Finds the properties that have one of the keys of `getListingKeys`, at least two for each key if there are many.
   */
  findByKeys(tenant: Tenant, keys: readonly string[]): Promise<Property[]> {
    return findByListingKeys(this.#collection.in(tenant), keys);
  }

  /** Finds the properties whose id, external id or name is one of the texts. */
  findNamed(tenant: Tenant, texts: readonly string[]): Promise<Property[]> {
    return findNamedListings(this.#collection.in(tenant), texts);
  }

  /** Stores the decisions of an import. Throws VersionConflict when the import must decide again. */
  async storeImport(
    command: Command,
    imported: ImportedRecords<Property>,
    basis: ImportBasis<Property>,
    answer: Answer,
  ): Promise<void> {
    const { caller } = command;
    const { created, entries } = imported;
    const records = this.#collection.in(caller);
    const find = (keys: readonly string[], session: ClientSession) => findByListingKeys(records, keys, session);
    const write = async (session: ClientSession) => {
      await writeImported({ tenant: caller, records, claims: this.#claims, find }, imported, basis, session);
      const ids = created.map(({ id }) => id);
      await this.#counters.ofProperties.create(caller, ids, session);
      return { entries, answer };
    };
    await commitImported(this.#runtime.journal.commit(command, write, basis.at));
  }

  async get(tenant: Tenant, id: string): Promise<CountedProperty | null> {
    const [property, counters] = await Promise.all([
      this.#collection.in(tenant).get(id),
      this.#counters.getMany(tenant, [id]),
    ]);
    return property && { property, counter: counters.get(id) ?? zeroCounter };
  }

  findByExternalIds(tenant: Tenant, externalIds: readonly string[]): Promise<Property[]> {
    return findByExternalIds(this.#collection.in(tenant), externalIds);
  }

  /** Returns the properties with the given ids, without counters. Ignores unknown ids. */
  getMany(tenant: Tenant, ids: readonly string[], session?: ClientSession): Promise<Property[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } }, session ? { session } : {});
  }

  /** Reads one page of a list, with the given fields of its properties. */
  async list<Field extends keyof Property>(tenant: Tenant, query: PropertyQuery, fields: readonly ('id' | Field)[]) {
    const stored = this.#collection.in(tenant);
    const ordered = withNameOrder(query);
    const projection = toProjection([...fields, ordered.sort]);
    const { records, info } = await listRecords(stored, await planPropertyList(stored, query), ordered, { projection });
    return { records: await this.#withCounters<'id' | Field>(tenant, records), info };
  }

  /** Reads one page of the properties that match the query. */
  async walk(tenant: Tenant, query: PropertyQuery, page: WalkPage): Promise<Walked<CountedProperty>> {
    const stored = this.#collection.in(tenant);
    const { records, total } = await walkRecords(stored, await planPropertyList(stored, query), page);
    return { records: await this.#withCounters(tenant, records, page.session), total };
  }

  /** Returns the number of properties. Counts the records, because a workspace has few. */
  countAll(tenant: Tenant): Promise<number> {
    return this.#collection.in(tenant).count({}, { hint: 'created_at' });
  }

  /** Recomputes the derived fields. */
  rebuildDerived(mode: Mode, progress: RebuildProgress = fromStart): Promise<Rebuilt> {
    return rebuildDerived(this.#collection, mode, progress);
  }

  /** Lists the workspaces that have properties. */
  listWorkspaces(mode: Mode): Promise<string[]> {
    return this.#collection.listWorkspaces(mode);
  }

  /** Yields the ids of all properties of the workspace. */
  ids(tenant: Tenant, session: ClientSession): AsyncGenerator<string> {
    return this.#collection.in(tenant).ids({}, { hint: 'created_at', session });
  }

  /** Locks properties until the transaction ends. Resolves to the number of properties that exist. */
  lock(tenant: Tenant, ids: readonly string[], session: ClientSession): Promise<number> {
    return this.#collection.in(tenant).lock({ _id: { $in: ids } }, session);
  }

  /** Removes all remaining data of removed properties after a reset of the sandbox. */
  removeOrphans(tenant: Tenant): Promise<void> {
    return this.#removals.removeOrphans(tenant, async (id) => (await this.#collection.in(tenant).get(id)) !== null);
  }

  /**
   * Applies a decision to a property. The decision is a pure function and may throw a Problem. Resolves to the stored
   * property and the response. Rejects with CONFLICT when another property has the external id.
   */
  async change(
    command: Command,
    id: string,
    decide: (before: Property, at: Date) => Property,
    toAnswer: (counted: CountedProperty) => Answer,
  ): Promise<ChangedRecord<Property, Answer>> {
    const counter = (await this.#counters.getMany(command.caller, [id])).get(id) ?? zeroCounter;
    const decided: Property[] = [];
    const changed = changeRecord({
      collection: this.#collection,
      journal: this.#runtime.journal,
      command,
      id,
      decide: (before, at) => {
        const after = decide(before, at);
        decided.push(after);
        return { record: after, entries: toPropertyChangedEntries({ before, after, counter }, this.#toJson) };
      },
      toAnswer: (property) => toAnswer({ property, counter }),
    });
    return refuseTakenExternalIds(this.#collection.in(command.caller), decided, changed);
  }

  /**
   * Deletes a property with all its units, or nothing. If it has more than 500 units, they are deleted later in the
   * background. `check` gets the property first and may throw a Problem. Rejects with NOT_FOUND, or with CONFLICT when
   * a unit is in an active deal or held.
   */
  async remove(command: Command, id: string, check: (property: Property) => void): Promise<void> {
    const { caller } = command;
    await this.#runtime.journal.commit(command, async (session, time) => {
      const property = await this.#collection.in(caller).get(id, session);
      if (!property) throw notFound();
      check(property);
      const expiries = await this.#removals.expireHolds(caller, id, time, session);
      const deletedAt = time.after(property);
      const removed = await this.#removals.begin(caller, id, deletedAt, session);
      await this.#collection.in(caller).delete({ _id: id }, session);
      return { entries: [...expiries, ...toPropertyDeletedEntries(property, removed, deletedAt, this.#toJson)] };
    });
  }

  /** Deletes properties without units, in the transaction that has read them. Resolves to the journal entries. */
  async removeEmpty(tenant: Tenant, properties: readonly Property[], deletedAt: Date, session: ClientSession) {
    const ids = properties.map(({ id }) => id);
    // Adding a unit at the same time changes the counter, which causes a conflict.
    for (const id of ids) await this.#counters.ofProperties.delete(tenant, id, session);
    await this.#milestones.removeOf(tenant, ids, session);
    await this.#collection.in(tenant).delete({ _id: { $in: ids } }, session);
    return properties.flatMap((one) => toPropertyDeletedEntries(one, { ids: [], count: 0 }, deletedAt, this.#toJson));
  }

  async #withCounters<Field extends keyof Property>(
    tenant: Tenant,
    properties: readonly Pick<Property, 'id' | Field>[],
    session?: ClientSession,
  ): Promise<CountedProperty<'id' | Field>[]> {
    const ids = properties.map(({ id }) => id);
    const counters = await this.#counters.getMany(tenant, ids, session);
    return properties.map((property) => ({ property, counter: counters.get(property.id) ?? zeroCounter }));
  }
}
