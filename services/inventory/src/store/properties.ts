import type { Tenant } from '@plotline/kit/caller';
import { notFound } from '@plotline/kit/errors';
import type { Answer } from '@plotline/kit/http/answer';
import type { Command } from '@plotline/kit/idempotency/command';
import { type ChangedRecord, changeRecord } from '@plotline/kit/mongo/change-record';
import type { Collection } from '@plotline/kit/mongo/collection';
import { listRecords } from '@plotline/kit/mongo/list';
import type { ServiceRuntime } from '@plotline/kit/process/runtime';
import type { Property } from '../domain/property.js';
import { noUnits, type UnitTally } from '../domain/unit-tally.js';
import {
  changedPropertyEntries,
  createdPropertyEntry,
  deletedPropertyEntry,
  type RenderProperty,
} from './property-entry.js';
import { deriveProperty, type PropertyQuery, propertyFilter, propertyIndex } from './property-query.js';
import { propertyIndexes, propertySchema } from './property-schema.js';
import type { UnitTallies } from './unit-tallies.js';
import type { Units } from './units.js';

/** A property with its units counted. */
export interface CountedProperty {
  readonly property: Property;
  readonly tally: UnitTally;
}

export interface PropertyStoreOptions {
  readonly tallies: UnitTallies;
  readonly units: Units;
  readonly render: RenderProperty;
}

/** Properties and what happened to them. */
export class Properties {
  readonly #collection: Collection<Property>;
  readonly #runtime: ServiceRuntime;
  readonly #tallies: UnitTallies;
  readonly #units: Units;
  readonly #render: RenderProperty;

  constructor(runtime: ServiceRuntime, { tallies, units, render }: PropertyStoreOptions) {
    this.#runtime = runtime;
    this.#tallies = tallies;
    this.#units = units;
    this.#render = render;
    this.#collection = runtime.collection<Property>({
      name: 'properties',
      schema: propertySchema,
      indexes: propertyIndexes,
      derive: deriveProperty,
    });
  }

  /** Stores a new property, without units. */
  async add(command: Command, property: Property, answer: Answer): Promise<void> {
    const { caller } = command;
    await this.#runtime.journal.commit(command, async (session) => {
      await this.#collection.in(caller).insert([property], session);
      await this.#tallies.open(caller, property.id, session);
      return { entries: [createdPropertyEntry(property, this.#render)], answer };
    });
  }

  async get(tenant: Tenant, id: string): Promise<CountedProperty | null> {
    const [property, tallies] = await Promise.all([
      this.#collection.in(tenant).get(id),
      this.#tallies.of(tenant, [id]),
    ]);
    return property && { property, tally: tallies.get(id) ?? noUnits };
  }

  /** Those of the ids that exist, uncounted. */
  getMany(tenant: Tenant, ids: readonly string[]): Promise<Property[]> {
    return this.#collection.in(tenant).find({ _id: { $in: ids } });
  }

  async list(tenant: Tenant, query: PropertyQuery) {
    const { records, info } = await listRecords(this.#collection.in(tenant), propertyFilter(query), query, {
      hint: propertyIndex(query),
    });
    return { records: await this.#counted(tenant, records), info };
  }

  /** Applies a decision (pure; may throw a Problem) to a property; resolves to the property as stored and the answer. */
  async change(
    command: Command,
    id: string,
    decide: (before: Property) => Property,
    toAnswer: (counted: CountedProperty) => Answer,
  ): Promise<ChangedRecord<Property, Answer>> {
    const tally = (await this.#tallies.of(command.caller, [id])).get(id) ?? noUnits;
    return changeRecord({
      collection: this.#collection,
      journal: this.#runtime.journal,
      command,
      id,
      decide: (before) => {
        const after = decide(before);
        return { record: after, entries: changedPropertyEntries({ before, after, tally }, this.#render) };
      },
      toAnswer: (property) => toAnswer({ property, tally }),
    });
  }

  /**
   * Deletes a property with its units, or nothing. `check` sees it first and may throw a Problem. Rejects with NOT_FOUND,
   * or CONFLICT when a unit is in a live deal.
   */
  async remove(command: Command, id: string, check: (property: Property) => void): Promise<void> {
    const { caller } = command;
    await this.#runtime.journal.commit(command, async (session) => {
      const property = await this.#collection.in(caller).get(id, session);
      if (!property) throw notFound();
      check(property);
      const units = await this.#units.removeOf(caller, id, session);
      await this.#collection.in(caller).delete({ _id: id }, session);
      await this.#tallies.close(caller, id, session);
      return { entries: [deletedPropertyEntry(property, units, this.#render)] };
    });
  }

  async #counted(tenant: Tenant, properties: readonly Property[]): Promise<CountedProperty[]> {
    const ids = properties.map(({ id }) => id);
    const tallies = await this.#tallies.of(tenant, ids);
    return properties.map((property) => ({ property, tally: tallies.get(property.id) ?? noUnits }));
  }
}
