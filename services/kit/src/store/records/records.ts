import type { ClientSession, PipelineStage } from 'mongoose';
import type { Deadline } from '../../core/time.js';
import { findEach, findInTurn, type PageOptions } from '../lists/find-each.js';
import { readBatch } from '../lists/read-batch.js';
import { readEach } from '../lists/read-each.js';
import { RecordAccess } from './record-access.js';
import {
  type CountOptions,
  type FindOptions,
  type RecordStorage,
  readSortKind,
  type SortKind,
  type StoredRecord,
  withoutDerived,
} from './record-model.js';

/** Fields of every record: a public id, and a version that grows with each change and prevents lost updates. */
export interface Versioned {
  readonly id: string;
  readonly version: number;
}

/** A record with the workspace that owns it, for work across workspaces. */
export type Owned<T> = T & { readonly workspace_id: string };

/** Conditions in MongoDB's query language, without `workspace_id`, which the tenant adds. */
export type Filter = Readonly<Record<string, unknown>>;

/** A filter, and the name of the index that serves it. */
export interface HintedFilter {
  readonly filter: Filter;
  readonly hint: string;
}

/** Maximum records per read without a cursor. A list's page has up to 100. */
const maxPage = 1_000;

/** Reads the records of one workspace. Without a guard, those of all workspaces. */
export class Records<T extends Versioned> {
  protected readonly access: RecordAccess<T>;

  constructor(storage: RecordStorage<T>, guard: { readonly workspace_id?: string }, deadline?: Deadline) {
    this.access = new RecordAccess<T>(storage, guard, deadline);
  }

  #query(filter: Filter, { projection = withoutDerived, ...rest }: FindOptions) {
    return this.access.model
      .find(this.access.guarded(filter), projection, this.access.toFindOptions(rest))
      .lean<StoredRecord<T>[]>();
  }

  /** Reads up to `limit` matches by a plain command; null if they need a cursor. */
  #findInBatch(filter: Filter, { projection = withoutDerived, ...rest }: FindOptions, limit: number) {
    const { session, ...shape } = this.access.toFindOptions(rest);
    const found = { find: this.access.model.collection.name, filter: this.access.guarded(filter), projection };
    return readBatch<StoredRecord<T>>(this.access.model, { ...found, ...shape, batchSize: limit }, session);
  }

  /** Returns all matches, or up to `limit`. Leaves out `derived` unless a projection includes it. */
  async find(filter: Filter, options: FindOptions = {}): Promise<T[]> {
    const { limit = 0, session } = options;
    const isPage = limit > 0 && limit <= maxPage && !session?.snapshotEnabled;
    const documents = await this.access.share(async () => {
      const batch = isPage ? await this.#findInBatch(filter, options, limit) : null;
      return batch ?? this.#query(filter, options).exec();
    }, session);
    return documents.map((document) => this.access.toRecord(document));
  }

  /**
   * Returns the matches of all filters, with one call and the first hint. In a transaction, makes one call per filter,
   * because transactions don't allow `$unionWith`.
   */
  async findEach(queries: readonly HintedFilter[], options: Omit<PageOptions, 'hint'> & Pick<FindOptions, 'session'>) {
    const { session, ...page } = options;
    if (session) return findInTurn(queries, ({ filter, hint }) => this.find(filter, { ...page, hint, session }));
    const guarded = queries.map(({ filter }) => this.access.guarded(filter));
    const shown = { projection: withoutDerived, ...page };
    const placed = this.access.toFindOptions(queries[0] ? { hint: queries[0].hint } : {});
    const find = () => findEach<StoredRecord<T>>(this.access.model, guarded, shown, placed);
    return (await this.access.share(find)).map((document) => this.access.toRecord(document));
  }

  /** Yields the matches of `find` one by one. Memory holds one batch, at most 16 MB. */
  async *each(filter: Filter, options: FindOptions = {}): AsyncGenerator<T> {
    // The limit applies to all batches together. Without a deadline, the client waits for each batch as for any
    // operation.
    const query = this.#query(filter, { ...(this.access.deadline === undefined && { maxTimeMS: 0 }), ...options });
    for await (const document of readEach(query)) yield this.access.toRecord(document);
  }

  /** Yields the ids of the matches one by one, because there may be more than fit into memory. */
  async *ids(filter: Filter, options: Omit<FindOptions, 'projection'> = {}): AsyncGenerator<string> {
    for await (const { id } of this.each(filter, { ...options, projection: { _id: 1 } })) yield id;
  }

  /** Returns a match without `derived`, or null. If there are several matches, returns any of them. */
  async findOne(filter: Filter, session?: ClientSession): Promise<T | null> {
    const [found] = await this.find(filter, { limit: 1, ...(session && { session }) });
    return found ?? null;
  }

  /** Returns the record with this id, or null. Ids of other workspaces are treated like unknown ids. */
  async get(id: string, session?: ClientSession): Promise<T | null> {
    const { workspace_id: workspaceId } = this.access.guard;
    const { read } = this.access.storage;
    if (session || !read || workspaceId === undefined) return this.findOne({ _id: id }, session);
    const reading: Promise<StoredRecord<T> | null> = read({ id, workspaceId, deadline: this.access.deadline });
    return reading.then((found) => found && this.access.toRecord(found));
  }

  /** Returns a cache key. Keys are only equal for the same query on the same records. */
  toCacheKey(filter: Filter): string {
    const query = [
      this.access.model.collection.conn.name,
      this.access.model.collection.name,
      this.access.guarded(filter),
    ];
    // Converts regular expressions to text, because JSON would make them all equal.
    return JSON.stringify(query, (_name, value: unknown) => (value instanceof RegExp ? String(value) : value));
  }

  /** Returns the kind of the values that a list is sorted by. */
  getSortKind(field: string): SortKind {
    return readSortKind(this.access.model, field);
  }

  /** Returns the number of matches; `limit` limits the work. */
  async count(filter: Filter, options: CountOptions = {}): Promise<number> {
    const count = this.access.model.countDocuments(this.access.guarded(filter), this.access.toFindOptions(options));
    return this.access.share(() => count.exec(), options.session);
  }

  /** Runs an aggregation that starts with the guard; the caller declares the type of its rows. */
  aggregate<Row>(
    pipeline: readonly PipelineStage[],
    options: Pick<FindOptions, 'hint' | 'maxTimeMS' | 'session'> = {},
  ): Promise<Row[]> {
    const stages = [{ $match: { ...this.access.guard } }, ...pipeline];
    return this.access.share(
      () => this.access.model.aggregate<Row>(stages, this.access.toFindOptions(options)).exec(),
      options.session,
    );
  }
}
