import type { ClientSession } from 'mongoose';
import type { Mode, Tenant } from '../../core/caller.js';
import type { Deadline } from '../../core/time.js';
import type { Databases } from '../connection/connect.js';
import { type DeclaredCollection, toStoredName } from '../indexes.js';
import { createRecordReader } from '../lists/record-reader.js';
import { upsertInTransaction } from '../transactions/transaction.js';
import {
  describeUpdate,
  type GuardedUpdate,
  type Insertion,
  insertTogether,
  nextVersion,
  type RecordChange,
  toDocuments,
  VersionConflict,
} from './guarded-update.js';
import { insertMissing, updateEach, upsertAll } from './many-records.js';
import {
  type CollectionOptions,
  createModel,
  type Derive,
  type FindOptions,
  type RecordModel,
  type RecordStorage,
  type StoredRecord,
  withoutDerived,
} from './record-model.js';
import { type Filter, type Owned, Records, type Versioned } from './records.js';
import { keepLatest, neverBack } from './updated-at.js';

/** Reads and writes the records of one workspace. Without a guard, those of all workspaces. */
export class WritableRecords<T extends Versioned> extends Records<T> {
  /**
   * Stores new records in order. Rejects with a duplicate key error if an id or a value of a unique index is taken. The
   * records before the refused one are stored.
   */
  async insert(records: readonly T[], session?: ClientSession): Promise<void> {
    const documents = toDocuments(records, this.access.storage.derive, this.access.guard);
    const options = { ordered: true, ...this.access.toOptions(session) };
    await this.access.share(() => this.access.model.insertMany(documents, options), session);
  }

  /** Prepares new records for a transaction that stores them together with those of other collections. */
  toInsertion(records: readonly T[]): Insertion {
    return {
      collection: this.access.model.collection.name,
      documents: toDocuments(records, this.access.storage.derive, this.access.guard),
    };
  }

  /**
   * Stores new records in a transaction, unchecked by mongoose. Rejects with a duplicate key error if an id or a value
   * of a unique index is taken.
   */
  insertAll(records: readonly T[], session: ClientSession): Promise<void> {
    return insertTogether(this.access.model.db, [this.toInsertion(records)], { session, ...this.access.toOptions() });
  }

  /**
   * Stores the records, except those that a unique index refuses, without mongoose's check of the fields. Resolves to
   * false when one was refused.
   */
  insertMissing(records: readonly T[]): Promise<boolean> {
    const documents = toDocuments(records, this.access.storage.derive, this.access.guard);
    return this.access.share(() => insertMissing(this.access.model, documents, this.access.toOptions()));
  }

  /**
   * Writes the fields in which `after` differs from `before`, and the derived fields, with the next version. Keeps
   * other fields. Resolves to the stored record. Throws VersionConflict unless the stored record has the version of
   * `before` and its values of `unversioned` fields. Those are fields that are written without a new version.
   */
  async change(before: T, after: T, session?: ClientSession, unversioned: readonly (keyof T)[] = []): Promise<T> {
    const { filter, update } = describeUpdate(this.access.storage, { before, after }, unversioned);
    if (!(await this.update(filter, update, session))) throw new VersionConflict();
    return { ...after, ...keepLatest(before, after), id: before.id, version: nextVersion(before, after) };
  }

  /** Writes many changes within a transaction, each like `change`. */
  async changeAll(changes: readonly RecordChange<T>[], session: ClientSession, unversioned: readonly (keyof T)[] = []) {
    const described = changes.map((change) => describeUpdate(this.access.storage, change, unversioned));
    if ((await this.updateEach(described, session)) !== changes.length) throw new VersionConflict();
  }

  /** Applies each update to one match, with one database call. Resolves to the number that had a match. */
  updateEach(updates: readonly GuardedUpdate[], session?: ClientSession): Promise<number> {
    const guarded = updates.map(({ filter, update }) => ({ filter: this.access.guarded(filter), update }));
    const options = this.access.toUpdateOptions(session);
    return this.access.share(() => updateEach(this.access.model, guarded, options), session);
  }

  /** Applies an update to one match; resolves to whether there was one. */
  async update(filter: Filter, update: Filter, session?: ClientSession): Promise<boolean> {
    const { collection } = this.access.model;
    const guarded = this.access.guarded(filter);
    const options = this.access.toUpdateOptions(session);
    const result = await this.access.share(() => collection.updateOne(guarded, neverBack(update), options), session);
    return result.matchedCount === 1;
  }

  /** Applies an update to all matches; resolves to their number. */
  async updateMany(filter: Filter, update: Filter, session?: ClientSession): Promise<number> {
    const { collection } = this.access.model;
    const guarded = this.access.guarded(filter);
    const options = this.access.toUpdateOptions(session);
    const result = await this.access.share(() => collection.updateMany(guarded, neverBack(update), options), session);
    return result.matchedCount;
  }

  /**
   * Applies an update to one match. Resolves to the new record, or null. An upsert rejects with a duplicate key error
   * if a concurrent upsert creates the record. In a transaction, the transaction runs again instead.
   */
  async findAndUpdate(
    filter: Filter,
    update: Filter,
    options: FindOptions & { readonly upsert?: boolean } = {},
  ): Promise<T | null> {
    const shape = {
      projection: withoutDerived,
      ...this.access.toFindOptions(options),
      returnDocument: 'after',
    } as const;
    const query = this.access.model.findOneAndUpdate(this.access.guarded(filter), neverBack(update), shape);
    const updated = this.access.share(() => query.lean<StoredRecord<T>>().exec(), options.session);
    const found = await (options.upsert && options.session ? upsertInTransaction(updated) : updated);
    return found && this.access.toRecord(found);
  }

  /**
   * Applies an update to the record of each id, in order, and creates missing records. Rejects with a duplicate key
   * error if a concurrent caller creates them. A transaction then runs again.
   */
  upsertAll(updates: ReadonlyMap<string, Filter>, session?: ClientSession): Promise<void> {
    const guarded = [...updates].map(([_id, update]) => ({ filter: this.access.guarded({ _id }), update }));
    const options = this.access.toUpdateOptions(session);
    const upserted = this.access.share(() => upsertAll(this.access.model, guarded, options), session);
    return session ? upsertInTransaction(upserted) : upserted;
  }

  /**
   * Locks all matches until the transaction ends, by writing a field that is never read. Resolves to their number. The
   * version and the entity tag don't change. Another transaction that writes one of the matches gets a write conflict.
   */
  lock(filter: Filter, session: ClientSession): Promise<number> {
    return this.updateMany(filter, { $inc: { 'derived.locks': 1 } }, session);
  }

  /** Deletes all matches; resolves to their number. */
  async delete(filter: Filter, session?: ClientSession): Promise<number> {
    const query = this.access.model.deleteMany(this.access.guarded(filter), this.access.toOptions(session));
    return (await this.access.share(() => query.exec(), session)).deletedCount;
  }
}

/** Collection in both databases. Its records are accessed through a tenant, which is part of every query. */
export class Collection<T extends Versioned> {
  readonly #models: Readonly<Record<Mode, RecordModel>>;
  readonly #storages: Readonly<Record<Mode, RecordStorage<T>>>;
  readonly #hints: ReadonlyMap<string, string>;
  readonly declared: DeclaredCollection;
  readonly derive: Derive<T> | undefined;

  constructor(databases: Pick<Databases, Mode>, { name, schema, indexes, derive, reset }: CollectionOptions<T>) {
    this.#models = {
      live: createModel(databases.live, name, schema),
      sandbox: createModel(databases.sandbox, name, schema),
    };
    this.#hints = new Map(indexes.map((index) => [index.name, toStoredName(index)]));
    const rule = reset ?? (schema.path('created_at') ? { time: 'created_at' } : undefined);
    this.declared = { name, indexes, ...(rule && { reset: rule }) };
    this.derive = derive;
    const store = (mode: Mode) => ({ ...this.#storage<T>(mode), read: createRecordReader<T>(this.#models[mode]) });
    this.#storages = { live: store('live'), sandbox: store('sandbox') };
  }

  #storage<R extends T>(mode: Mode): RecordStorage<R> {
    return { model: this.#models[mode], derive: this.derive, hints: this.#hints };
  }

  /** Returns the records of one workspace in one mode. Operations for a caller end at the caller's deadline. */
  in({ mode, workspaceId, deadline }: Tenant & { readonly deadline?: Deadline }): WritableRecords<T> {
    return new WritableRecords<T>(this.#storages[mode], { workspace_id: workspaceId }, deadline);
  }

  /** Returns the records of every workspace. Only for the service's background work, never for a caller's request. */
  acrossWorkspaces(mode: Mode): WritableRecords<Owned<T>> {
    return new WritableRecords<Owned<T>>(this.#storage(mode), {});
  }

  /** Lists the workspaces that have records. */
  async listWorkspaces(mode: Mode): Promise<string[]> {
    const rows = await this.acrossWorkspaces(mode).aggregate<{ readonly _id: string }>([
      { $group: { _id: '$workspace_id' } },
    ]);
    return rows.map(({ _id }) => _id);
  }
}
