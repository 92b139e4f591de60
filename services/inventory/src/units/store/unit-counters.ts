import { randomInt } from 'node:crypto';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Correction } from '@plotline/kit/ops/rebuilds/rebuild';
import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Collection } from '@plotline/kit/store/records/collection';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Versioned } from '@plotline/kit/store/records/records';
import type { ClientSession } from 'mongoose';
import {
  addCounters,
  counterNames,
  isZero,
  subtractCounters,
  toCounterChanges,
  type UnitChange,
  type UnitCounter,
  zeroCounter,
} from '../model/unit-counter.js';
import type { WorkspaceUnitCounts } from './workspace-units.js';

/** Shard of a property's counter. The counter is the sum of its shards; a single shard may be negative. */
interface CounterShard extends Versioned, UnitCounter {
  readonly property_id: string;
}

/** This many changes of one property's units can commit in parallel without a write conflict. */
const shardsPerProperty = 8;

const shardSchema = createRecordSchema({
  property_id: String,
  ...Object.fromEntries(counterNames.map((name) => [name, Number])),
});

function toShardId(propertyId: string, shard: number): string {
  return `${propertyId}.${shard}`;
}

function createShards(propertyId: string): CounterShard[] {
  return Array.from({ length: shardsPerProperty }, (_, shard) => ({
    id: toShardId(propertyId, shard),
    version: 1,
    property_id: propertyId,
    ...zeroCounter,
  }));
}

/**
 * Number of units by property. Counters are exact, because they change in the transaction that changes the unit. Each
 * is sharded, so that sales of different units of one property seldom wait for each other.
 */
export class UnitCounters {
  readonly #collection: Collection<CounterShard>;
  readonly workspaceUnits: WorkspaceUnitCounts;
  #lastShard = randomInt(shardsPerProperty);

  constructor(runtime: ServiceRuntime, workspaceUnits: WorkspaceUnitCounts) {
    this.workspaceUnits = workspaceUnits;
    this.#collection = runtime.collection<CounterShard>({
      name: 'unit_counters',
      schema: shardSchema,
      indexes: [{ name: 'property', keys: { workspace_id: 1, property_id: 1 } }],
      reset: 'kept',
    });
  }

  /** Creates the counter of a new property. */
  async create(tenant: Tenant, propertyId: string, session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insert(createShards(propertyId), session);
  }

  /** Creates the counters of many new properties. */
  async createAll(tenant: Tenant, propertyIds: readonly string[], session: ClientSession): Promise<void> {
    await this.#collection.in(tenant).insertAll(propertyIds.flatMap(createShards), session);
  }

  /** Deletes the counter of a property. A concurrent transaction that adds units to the property then fails. */
  async delete(tenant: Tenant, propertyId: string, session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ property_id: propertyId }, session);
  }

  /** Lists the properties that have a counter. */
  async listProperties(tenant: Tenant): Promise<string[]> {
    const rows = await this.#collection
      .in(tenant)
      .aggregate<{ readonly _id: string }>([{ $group: { _id: '$property_id' } }]);
    return rows.map(({ _id }) => _id);
  }

  /**
   * Applies changes of units, also to the counts of the workspace. Resolves to the ids of the properties that do not
   * exist.
   */
  async apply(tenant: Tenant, units: readonly UnitChange[], session: ClientSession): Promise<readonly string[]> {
    const changes = toCounterChanges(units);
    const missing: string[] = [];
    // In the order of ids, so that two transactions on the same properties can't deadlock.
    for (const [propertyId, change] of [...changes].sort(([one], [other]) => (one < other ? -1 : 1))) {
      // Round robin, so that concurrent changes of this process use different shards. Each process starts at a random
      // one.
      this.#lastShard = (this.#lastShard + 1) % shardsPerProperty;
      const _id = toShardId(propertyId, this.#lastShard);
      if (!(await this.#collection.in(tenant).update({ _id }, { $inc: { ...change } }, session))) {
        missing.push(propertyId);
      }
    }
    if (missing.length === 0) await this.workspaceUnits.apply(tenant, units, session);
    return missing;
  }

  /**
   * Sets the counter of a property to the count of the same transaction, unless it is a dry run. Resolves to the
   * difference; null when there was none.
   */
  async correct(
    tenant: Tenant,
    propertyId: string,
    counted: UnitCounter,
    session: ClientSession,
    isDryRun = false,
  ): Promise<Correction | null> {
    const records = this.#collection.in(tenant);
    const shards = await records.find({ property_id: propertyId }, { hint: 'property', session });
    const sum = shards.reduce<UnitCounter>(addCounters, zeroCounter);
    const ids = new Set(shards.map(({ id }) => id));
    const missing = createShards(propertyId).filter(({ id }) => !ids.has(id));
    const change = subtractCounters(counted, sum);
    const isRight = isZero(change);
    const parts = { expected: `${ids.size + missing.length} parts`, found: `${ids.size} parts` };
    const wrongParts = missing.length > 0 ? parts : null;
    const correction = isRight ? wrongParts : { expected: counted, found: sum };
    if (isDryRun) return correction;
    await records.insert(missing, session);
    if (!isRight) await records.update({ _id: toShardId(propertyId, 0) }, { $inc: change }, session);
    return correction;
  }

  /** Returns the counters of properties, by id. */
  async getMany(
    tenant: Tenant,
    propertyIds: readonly string[],
    session?: ClientSession,
  ): Promise<Map<string, UnitCounter>> {
    const counters = new Map<string, UnitCounter>();
    if (propertyIds.length === 0) return counters;
    const options = { hint: 'property', ...(session && { session }) };
    const shards = await this.#collection.in(tenant).find({ property_id: { $in: propertyIds } }, options);
    for (const { property_id, ...shard } of shards) {
      counters.set(property_id, addCounters(counters.get(property_id) ?? zeroCounter, shard));
    }
    return counters;
  }
}
