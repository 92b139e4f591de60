import type { ClientSession, PipelineStage } from 'mongoose';
import { type Deadline, limitDatabaseTime } from '../../core/deadline.js';
import { shareOperation } from '../connection/connection-shares.js';
import type { CountOptions, FindOptions } from '../lists/find-options.js';
import { type AddedRows, findEach, findInTurn, findWithRows, type PageOptions } from '../lists/find-with-rows.js';
import { readBatch } from '../lists/read-batch.js';
import { readEach } from '../lists/read-each.js';
import { readSortKind, type SortKind } from '../lists/sort-kind.js';
import { VersionConflict } from '../transactions/retry-on-conflict.js';
import { readConcernOf } from '../transactions/snapshot.js';
import { upsertInTransaction } from '../transactions/transaction.js';
import { describeUpdate, type GuardedUpdate, nextVersion, type RecordChange } from './guarded-update.js';
import { type Insertion, insertTogether, toDocuments } from './insertions.js';
import { insertMissing, updateEach, upsertAll } from './many-records.js';
import { type RecordModel, type RecordStorage, type StoredRecord, toRecord, withoutDerived } from './record-model.js';
import { keepLatest, neverBack } from './updated-at.js';

/** What every record has: a public id, and a version that grows with each change and guards against lost updates. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** A record together with the workspace that owns it, for work that spans workspaces. */
export type Owned<T> = T & { readonly workspace_id: string };

/** Conditions in MongoDB's query language, without `workspace_id`, which the tenant adds. */
export type Filter = Readonly<Record<string, unknown>>;

/** A filter with the name of the index that serves it. */
export interface HintedFilter {
  readonly filter: Filter;
  readonly hint: string;
}

/** The records of one workspace or, without a guard, of all. */
export class Records<T extends Versioned> {
  readonly #model: RecordModel;
  readonly #guard: { readonly workspace_id?: string };
  readonly #deadline: Deadline | undefined;
  readonly #storage: RecordStorage<T>;

  constructor(storage: RecordStorage<T>, guard: { readonly workspace_id?: string }, deadline?: Deadline) {
    this.#storage = storage;
    this.#model = storage.model;
    this.#guard = guard;
    this.#deadline = deadline;
  }

  #options(session?: ClientSession) {
    return { ...limitDatabaseTime(this.#deadline), ...(session && { session }), ...readConcernOf(session) };
  }

  #findOptions({ hint, ...options }: Omit<FindOptions, 'projection'>) {
    const stored = hint === undefined ? {} : { hint: this.#storage.hints.get(hint) ?? hint };
    return { ...this.#options(options.session), ...options, ...stored };
  }

  /** Updates go to the driver as they are: mongoose would refuse another version's fields in elements of an array. */
  #updateOptions(session?: ClientSession) {
    return { ignoreUndefined: true, ...this.#options(session) };
  }

  /** Of a workspace only so many run at once; those of a session have the connections of their transaction or export. */
  #share<R>(operation: () => Promise<R>, session?: ClientSession): Promise<R> {
    const user = { workspaceId: this.#guard.workspace_id, deadline: this.#deadline };
    return session ? operation() : shareOperation(this.#model.db, user, operation);
  }

  /** The guard comes last: no filter can widen it. */
  #guarded(filter: Filter): Filter {
    return { ...filter, ...this.#guard };
  }

  #read(document: StoredRecord<T>): T {
    return toRecord(document, this.#guard.workspace_id === undefined);
  }

  #query(filter: Filter, { projection = withoutDerived, ...rest }: FindOptions) {
    return this.#model.find(this.#guarded(filter), projection, this.#findOptions(rest)).lean<StoredRecord<T>[]>();
  }

  /** The matches, without `derived` unless a projection says otherwise; all of them unless `limit` is given. */
  async find(filter: Filter, options: FindOptions = {}): Promise<T[]> {
    const documents = await this.#share(() => this.#query(filter, options).exec(), options.session);
    return documents.map((document) => this.#read(document));
  }

  /** As `find`, with rows of other collections. */
  async findWithRows<Row extends object>(filter: Filter, { hint, ...page }: PageOptions, added: AddedRows<Row>) {
    const options = this.#findOptions(hint === undefined ? {} : { hint });
    const shown = { projection: withoutDerived, ...page };
    const guarded = this.#guarded(filter);
    const find = () => findWithRows<StoredRecord<T>, Row>(this.#model, guarded, shown, added, options);
    const { documents, rows } = await this.#share(find);
    return { records: documents.map((document) => this.#read(document)), rows };
  }

  /** The matches of each filter, by one call with the first hint; in a transaction, which takes no `$unionWith`, by a call for each. */
  async findEach(queries: readonly HintedFilter[], options: Omit<PageOptions, 'hint'> & Pick<FindOptions, 'session'>) {
    const { session, ...page } = options;
    if (session) return findInTurn(queries, ({ filter, hint }) => this.find(filter, { ...page, hint, session }));
    const guarded = queries.map(({ filter }) => this.#guarded(filter));
    const shown = { projection: withoutDerived, ...page };
    const placed = this.#findOptions(queries[0] ? { hint: queries[0].hint } : {});
    const find = () => findEach<StoredRecord<T>>(this.#model, guarded, shown, placed);
    return (await this.#share(find)).map((document) => this.#read(document));
  }

  /** The matches as `find` gives them, one after the other: there is no more in memory than a batch, 16 MB at most. */
  async *each(filter: Filter, options: FindOptions = {}): AsyncGenerator<T> {
    // The limit is for all batches together. Without a deadline the client waits for each as for any operation.
    const query = this.#query(filter, { ...(this.#deadline === undefined && { maxTimeMS: 0 }), ...options });
    for await (const document of readEach(query)) yield this.#read(document);
  }

  /** The ids of the matches, one after the other: they may be more than memory holds. */
  async *ids(filter: Filter, options: Omit<FindOptions, 'projection'> = {}): AsyncGenerator<string> {
    for await (const { id } of this.each(filter, { ...options, projection: { _id: 1 } })) yield id;
  }

  /** A match without `derived`, any of them where there are several, or null. */
  async findOne(filter: Filter, session?: ClientSession): Promise<T | null> {
    const shape = { projection: withoutDerived, limit: 1, singleBatch: true, ...limitDatabaseTime(this.#deadline) };
    const command = { find: this.#model.collection.name, filter: this.#guarded(filter), ...shape };
    const [found] = await this.#share(async () => {
      const batch = await readBatch<StoredRecord<T>>(this.#model, command, session);
      return batch ?? this.#query(filter, { limit: 1, ...(session && { session }) });
    }, session);
    return found ? this.#read(found) : null;
  }

  /** The record of that id, or null: unknown and foreign look alike. */
  async get(id: string, session?: ClientSession): Promise<T | null> {
    const { workspace_id: workspaceId } = this.#guard;
    const { read } = this.#storage;
    if (session || !read || workspaceId === undefined) return this.findOne({ _id: id }, session);
    const reading: Promise<StoredRecord<T> | null> = read({ id, workspaceId, deadline: this.#deadline });
    return reading.then((found) => found && this.#read(found));
  }

  /** Equal for the same query on the same records, and for no other. */
  toCacheKey(filter: Filter): string {
    const query = [this.#model.collection.conn.name, this.#model.collection.name, this.#guarded(filter)];
    // In JSON all regular expressions would look alike.
    return JSON.stringify(query, (_name, value: unknown) => (value instanceof RegExp ? String(value) : value));
  }

  /** What a field has by which a list is ordered. */
  getSortKind(field: string): SortKind {
    return readSortKind(this.#model, field);
  }

  /** Number of matches; `limit` bounds the work. */
  async count(filter: Filter, options: CountOptions = {}): Promise<number> {
    const count = this.#model.countDocuments(this.#guarded(filter), this.#findOptions(options));
    return this.#share(() => count.exec(), options.session);
  }

  /** Stores new records in their order. Rejects with a duplicate key when an id or a unique index is taken; those before it are stored. */
  async insert(records: readonly T[], session?: ClientSession): Promise<void> {
    await this.#model.insertMany(toDocuments(records, this.#storage.derive, this.#guard), {
      ordered: true,
      ...this.#options(session),
    });
  }

  /** New records, for a transaction that stores them together with those of other collections. */
  toInsertion(records: readonly T[]): Insertion {
    return {
      collection: this.#model.collection.name,
      documents: toDocuments(records, this.#storage.derive, this.#guard),
    };
  }

  /** Stores new records within a transaction, unchecked by mongoose. Rejects with a duplicate key when an id or a unique index is taken. */
  insertAll(records: readonly T[], session: ClientSession): Promise<void> {
    return insertTogether(this.#model.db, [this.toInsertion(records)], { session, ...this.#options() });
  }

  /** Stores those of the records that no unique index refuses, without mongoose's check of the fields. False when one was refused. */
  insertMissing(records: readonly T[]): Promise<boolean> {
    return insertMissing(this.#model, toDocuments(records, this.#storage.derive, this.#guard), this.#options());
  }

  /**
   * Writes the fields in which `after` differs from `before`, and the derived ones, one version up; others stay. Resolves to the record as
   * stored. Throws VersionConflict unless the version of `before` is stored, and its values of `unversioned` fields, written without one.
   */
  async change(before: T, after: T, session?: ClientSession, unversioned: readonly (keyof T)[] = []): Promise<T> {
    const { filter, update } = describeUpdate(this.#storage, { before, after }, unversioned);
    if (!(await this.update(filter, update, session))) throw new VersionConflict();
    return { ...after, ...keepLatest(before, after), id: before.id, version: nextVersion(before, after) };
  }

  /** Writes many changes within a transaction, each as `change` does. */
  async changeAll(changes: readonly RecordChange<T>[], session: ClientSession, unversioned: readonly (keyof T)[] = []) {
    const described = changes.map((change) => describeUpdate(this.#storage, change, unversioned));
    if ((await this.updateEach(described, session)) !== changes.length) throw new VersionConflict();
  }

  /** Applies updates, each to one match, with one call of the database; resolves to how many had a match. */
  updateEach(updates: readonly GuardedUpdate[], session?: ClientSession): Promise<number> {
    const guarded = updates.map(({ filter, update }) => ({ filter: this.#guarded(filter), update }));
    return updateEach(this.#model, guarded, this.#updateOptions(session));
  }

  /** Applies an update to one match; true when there was one. */
  async update(filter: Filter, update: Filter, session?: ClientSession): Promise<boolean> {
    const { collection } = this.#model;
    const guarded = this.#guarded(filter);
    return (await collection.updateOne(guarded, neverBack(update), this.#updateOptions(session))).matchedCount === 1;
  }

  /** Applies an update to all matches; resolves to their number. */
  async updateMany(filter: Filter, update: Filter, session?: ClientSession): Promise<number> {
    const options = this.#updateOptions(session);
    return (await this.#model.collection.updateMany(this.#guarded(filter), neverBack(update), options)).matchedCount;
  }

  /**
   * Applies an update to one match and resolves to the record as it then is, or null. An upsert rejects with a duplicate key when another
   * one creates the record at the same time; within a transaction, that is run again.
   */
  async findAndUpdate(
    filter: Filter,
    update: Filter,
    options: FindOptions & { readonly upsert?: boolean } = {},
  ): Promise<T | null> {
    const shape = { projection: withoutDerived, ...this.#findOptions(options), returnDocument: 'after' } as const;
    const query = this.#model.findOneAndUpdate(this.#guarded(filter), neverBack(update), shape);
    const updated = query.lean<StoredRecord<T>>().exec();
    const found = await (options.upsert && options.session ? upsertInTransaction(updated) : updated);
    return found && this.#read(found);
  }

  /** Applies to the record of each id an update, in their order, and creates those that are missing. The transaction is run again when another one created them. */
  upsertAll(updates: ReadonlyMap<string, Filter>, session: ClientSession): Promise<void> {
    const guarded = [...updates].map(([_id, update]) => ({ filter: this.#guarded({ _id }), update }));
    return upsertAll(this.#model, guarded, this.#updateOptions(session));
  }

  /** Deletes all matches; resolves to their number. */
  async delete(filter: Filter, session?: ClientSession): Promise<number> {
    return (await this.#model.deleteMany(this.#guarded(filter), this.#options(session))).deletedCount;
  }

  /** An aggregation whose first stage is the guard; the caller says what its rows look like. */
  aggregate<Row>(
    pipeline: readonly PipelineStage[],
    options: Pick<FindOptions, 'hint' | 'maxTimeMS' | 'session'> = {},
  ): Promise<Row[]> {
    const stages = [{ $match: { ...this.#guard } }, ...pipeline];
    return this.#share(() => this.#model.aggregate<Row>(stages, this.#findOptions(options)).exec(), options.session);
  }
}
