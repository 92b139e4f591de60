import { randomInt } from 'node:crypto';
import { type ClientSession, type PipelineStage, Schema } from 'mongoose';
import type { Mode, Tenant } from '../core/caller.js';
import { addCounts, type CounterValue, type Counts, pickDifferent, sumByKey, toUpdate } from './counter-values.js';
import type { Collection } from './records/collection.js';
import { type GuardedUpdate, VersionConflict } from './records/guarded-update.js';
import { createRecordSchema } from './records/record-model.js';
import type { Filter, Versioned } from './records/records.js';
import type { StoreRuntime } from './store-runtime.js';

/**
 * One of the documents whose sum is a counter. Its own numbers may be negative. Only corrections make a new version.
 */
interface CounterShard extends Versioned, CounterValue {
  readonly key: string;
}

/** Keys from the first to the last, in character order. */
export interface KeyRange {
  readonly from: string;
  readonly to: string;
}

/** Difference between a counter and a count in the same snapshot. */
export interface CounterDifference {
  readonly key: string;
  /** The numbers that differ, with their counted and stored values. */
  readonly expected: Counts;
  readonly found: Counts;
  /** Ids of required shards that don't exist. */
  readonly missing: readonly string[];
  /** Version of the first shard. */
  readonly version: number;
}

export interface CounterOptions {
  /** Name of the collection. */
  readonly name: string;
  /**
   * Number of changes to a counter that can commit in parallel. A release may raise it but not lower it, because the
   * shards above it would no longer be read.
   */
  readonly shardsOf: (key: string) => number;
  /**
   * Whether each counter belongs to a record and exists from `create` to `delete`. Then a change to a missing counter
   * has no effect. Otherwise, the first change creates a counter.
   */
  readonly isOwned: boolean;
}

interface ShardUpdate extends GuardedUpdate {
  readonly id: string;
  readonly key: string;
}

/** Excludes records that an earlier release stored without a key. */
const hasKey = { key: { $gt: '' } };

/** Sorts changes by id, so that two transactions never wait for each other. */
const byId = (one: { readonly id: string }, other: { readonly id: string }) => (one.id < other.id ? -1 : 1);

/**
 * Counters of one kind, with named numbers, by key. They are exact, because they change in the same transaction as the
 * counted records. A counter's value is the sum of its shards. Each transaction changes one shard (design/counters.md).
 */
export class Counters {
  readonly #collection: Collection<CounterShard>;
  readonly #options: CounterOptions;
  #turn = randomInt(2 ** 16);

  constructor(runtime: Pick<StoreRuntime, 'collection'>, options: CounterOptions) {
    this.#options = options;
    this.#collection = runtime.collection<CounterShard>({
      name: options.name,
      schema: createRecordSchema({ key: String, counts: Schema.Types.Mixed, latest: Date }),
      indexes: [{ name: 'key', keys: { workspace_id: 1, key: 1 } }],
      reset: 'kept',
    });
  }

  /** Creates owned counters, with zeros, in the transaction that stores their records. */
  create(tenant: Tenant, keys: readonly string[], session: ClientSession): Promise<void> {
    const shards = keys.flatMap((key) => this.#toIds(tenant, key).map((id) => ({ id, key, version: 1, counts: {} })));
    return this.#collection.in(tenant).insertAll(shards, session);
  }

  /**
   * Deletes an owned counter. A concurrent transaction that changes the counter conflicts, and finds it missing when it
   * runs again.
   */
  async delete(tenant: Tenant, key: string, session?: ClientSession): Promise<void> {
    await this.#collection.in(tenant).delete({ _id: { $in: this.#toIds(tenant, key) } }, session);
  }

  /** Prevents an owned counter from being deleted until the transaction ends. Resolves to whether it exists. */
  async lock(tenant: Tenant, key: string, session: ClientSession): Promise<boolean> {
    this.#turn += 1;
    const id = this.#toId(tenant, key, this.#turn % this.#options.shardsOf(key));
    return (await this.#collection.in(tenant).lock({ _id: id }, session)) === 1;
  }

  /** Sets an owned counter to zeros and removes its time. The transaction must have found nothing to count. */
  async clear(tenant: Tenant, key: string, session: ClientSession): Promise<void> {
    const update = { $set: { counts: {} }, $unset: { latest: '' }, $inc: { version: 1 } };
    await this.#collection.in(tenant).updateMany({ _id: { $in: this.#toIds(tenant, key) } }, update, session);
  }

  /**
   * Adds changes by key. Call it as the last write of a transaction, because other transactions wait for the shards, or
   * fail and run again. Resolves to the keys of owned counters that are missing.
   */
  async add(
    tenant: Tenant,
    changes: ReadonlyMap<string, CounterValue>,
    session: ClientSession,
  ): Promise<readonly string[]> {
    // Round robin, so that simultaneous transactions of this process use different shards. Each process starts at a
    // random one.
    this.#turn += 1;
    const updates = [...changes].flatMap(([key, change]): ShardUpdate[] => {
      const update = toUpdate(change);
      const id = this.#toId(tenant, key, this.#turn % this.#options.shardsOf(key));
      return update ? [{ id, key, filter: { _id: id }, update }] : [];
    });
    const ordered = updates.sort(byId);
    const records = this.#collection.in(tenant);
    if (!this.#options.isOwned) {
      const upserts = ordered.map(({ id, key, update }): [string, Filter] => {
        return [id, { ...update, $setOnInsert: { key, version: 1, ...('$inc' in update ? {} : { counts: {} }) } }];
      });
      await records.upsertAll(new Map(upserts), session);
      return [];
    }
    if ((await records.updateEach(ordered, session)) === ordered.length) return [];
    const existing = await records.find({ _id: { $in: ordered.map(({ id }) => id) } }, { session });
    const keys = new Set(existing.map(({ key }) => key));
    return ordered.map(({ key }) => key).filter((key) => !keys.has(key));
  }

  /** Returns the existing counters with these keys, by key. */
  async getMany(tenant: Tenant, keys: readonly string[], session?: ClientSession): Promise<Map<string, CounterValue>> {
    if (keys.length === 0) return new Map();
    const ids = keys.flatMap((key) => this.#toIds(tenant, key));
    const options = { limit: ids.length, ...(session && { session }) };
    return sumByKey(await this.#collection.in(tenant).find({ _id: { $in: ids } }, options));
  }

  /** Returns the counters with keys in the range, by key. */
  async getRange(tenant: Tenant, { from, to }: KeyRange, session: ClientSession): Promise<Map<string, CounterValue>> {
    const filter = { key: { $gte: from, $lte: to } };
    return sumByKey(await this.#collection.in(tenant).find(filter, { hint: 'key', session }));
  }

  /** Runs the stages of an aggregation over the shards with keys in the range. */
  aggregate<Row>(
    tenant: Tenant,
    { from, to }: KeyRange,
    stages: readonly PipelineStage[],
    session: ClientSession,
  ): Promise<Row[]> {
    const match = { $match: { key: { $gte: from, $lte: to } } };
    return this.#collection.in(tenant).aggregate<Row>([match, ...stages], { hint: 'key', session });
  }

  /** Lists the keys of all counters of the workspace. */
  async listKeys(tenant: Tenant): Promise<string[]> {
    const stages = [{ $match: hasKey }, { $group: { _id: '$key' } }];
    const rows = await this.#collection.in(tenant).aggregate<{ readonly _id: string }>(stages, { hint: 'key' });
    return rows.map(({ _id }) => _id);
  }

  /** Lists the workspaces that have counters. */
  listWorkspaces(mode: Mode): Promise<string[]> {
    return this.#collection.listWorkspaces(mode);
  }

  /**
   * Compares a workspace's counters with a count in the same snapshot. A difference doesn't change until it is
   * corrected, because each change adds the same amount to the counter and to a count. Owned counters are only compared
   * if they were counted.
   */
  async compare(
    tenant: Tenant,
    counted: ReadonlyMap<string, Counts>,
    session: ClientSession,
  ): Promise<CounterDifference[]> {
    const { isOwned } = this.#options;
    const stored = new Map<string, { counts: Record<string, number>; version: number; ids: Set<string> }>();
    const shards = this.#collection.in(tenant).each(hasKey, { hint: 'key', session });
    for await (const { id, key, counts, version } of shards) {
      const sum = stored.get(key) ?? { counts: {}, version: 1, ids: new Set() };
      addCounts(sum.counts, counts);
      if (id === this.#toId(tenant, key, 0)) sum.version = version;
      stored.set(key, { ...sum, ids: sum.ids.add(id) });
    }
    const keys = isOwned ? [...counted.keys()] : [...new Set([...counted.keys(), ...stored.keys()])];
    return keys.flatMap((key) => {
      const sum = stored.get(key);
      const [expected, found] = pickDifferent(counted.get(key) ?? {}, sum?.counts ?? {});
      const isRight = Object.keys(expected).length === 0;
      const needed = isOwned ? this.#toIds(tenant, key) : isRight ? [] : [this.#toId(tenant, key, 0)];
      const missing = needed.filter((id) => !sum?.ids.has(id));
      if (isRight && missing.length === 0) return [];
      return [{ key, expected, found, missing, version: sum?.version ?? 1 }];
    });
  }

  /**
   * Adds the differences to the first shards. Throws VersionConflict when a counter was corrected since it was
   * compared.
   */
  async correct(tenant: Tenant, differences: readonly CounterDifference[], session: ClientSession): Promise<void> {
    const records = this.#collection.in(tenant);
    // A change may have created one of the shards since.
    const created = differences.flatMap(({ key, missing }) =>
      missing.map((id): [string, Filter] => [id, { $setOnInsert: { key, version: 1, counts: {} } }]),
    );
    await records.upsertAll(new Map(created), session);
    const updates = differences.map(({ key, expected, found, version }): ShardUpdate => {
      const id = this.#toId(tenant, key, 0);
      const change = Object.entries(expected).map(([name, count]) => [`counts.${name}`, count - (found[name] ?? 0)]);
      return { id, key, filter: { _id: id, version }, update: { $inc: { ...Object.fromEntries(change), version: 1 } } };
    });
    const corrected = await records.updateEach(updates.sort(byId), session);
    if (corrected < updates.length) throw new VersionConflict();
  }

  #toId({ workspaceId }: Tenant, key: string, shard: number): string {
    return `${workspaceId}/${key}.${shard}`;
  }

  #toIds(tenant: Tenant, key: string): string[] {
    return Array.from({ length: this.#options.shardsOf(key) }, (_, shard) => this.#toId(tenant, key, shard));
  }
}
