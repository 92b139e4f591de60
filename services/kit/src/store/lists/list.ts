import mongoose, { type ClientSession } from 'mongoose';
import { clampPage, type PageInfo } from '../../core/answer.js';
import { isDerivedField, type Projection } from '../records/record-model.js';
import type { Filter, Records, Versioned } from '../records/records.js';
import {
  collectAfter,
  combineFilters,
  cursorScope,
  cutPage,
  eachOfBranches,
  getPath,
  matchAfter,
  maxMergeDepth,
  type Order,
  type Position,
  type Sorting,
} from './cursor.js';
import type { ListPlan } from './list-plan.js';
import { countMatches, findTotal, type Total } from './total.js';

/** Validated query parameters that all lists have. */
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  /** Field that every record has. Ties are broken by id, so the order is total. */
  readonly sort: string;
  readonly order: Order;
  /** If present, even empty, the list is paged by cursor instead of by page number. */
  readonly cursor?: string;
}

export interface Listed<T> {
  readonly records: T[];
  readonly info: PageInfo;
}

export interface ListOptions {
  /** Omits fields that the list doesn't show. It must keep the fields of the order. */
  readonly projection?: Projection;
}

/** Part of the sorted matches to read. */
export interface Bounds {
  readonly skip: number;
  readonly limit: number;
}

/** Order of a list, and the scope of its cursors. */
export interface PageOrder<T> extends Sorting {
  readonly scope: string;
  readonly toPosition: (record: T) => Position;
}

/** Reads the matches after a position, and the total. */
type ReadMatches<T> = (after: Filter, bounds: Bounds) => Promise<readonly [readonly T[], Total]>;

/**
 * Describes the total. It is at least the number of records that the pages up to this one show, because a record may
 * have been added after the count. An estimate includes one more record after a full page.
 */
function describeTotal({ total, isEstimate }: Total, { skip, limit }: Bounds, found: number) {
  const seen = found === 0 ? 0 : skip + found;
  if (!isEstimate) return { total: Math.max(total, seen) };
  return { total: Math.max(total, found === limit ? seen + 1 : seen), totalIsEstimate: true as const };
}

/**
 * Reads one page by page number or by cursor. Paging by cursor returns every record exactly once, except records that
 * are written in the meantime. Each page costs the same. Throws VALIDATION_ERROR for a malformed cursor.
 */
export async function readPage<T>(
  query: Pick<ListQuery, 'page' | 'per_page' | 'cursor'>,
  describeOrder: () => PageOrder<T>,
  read: ReadMatches<T>,
): Promise<Listed<T>> {
  const { page, perPage, skip } = clampPage(query);
  if (query.cursor === undefined) {
    const bounds = { skip, limit: perPage };
    const [found, total] = await read({}, bounds);
    return { records: [...found], info: { page, perPage, ...describeTotal(total, bounds, found.length) } };
  }
  const { scope, toPosition, ...sorting } = describeOrder();
  const bounds = { skip: 0, limit: perPage + 1 };
  const [found, total] = await read(matchAfter(scope, query.cursor, sorting), bounds);
  const { records, nextCursor } = cutPage(found, perPage, scope, toPosition);
  return { records, info: { page: 1, perPage, ...describeTotal(total, bounds, found.length), nextCursor } };
}

/** Returns the record without the derived fields that its order needed. */
function withoutDerivedFields<T extends object>(record: T): T {
  Reflect.deleteProperty(record, 'derived');
  return record;
}

/** Reads one page of a list according to its plan. Throws VALIDATION_ERROR for a malformed cursor. */
export async function listRecords<T extends Versioned>(
  records: Records<T>,
  plan: ListPlan,
  query: ListQuery,
  { projection }: ListOptions = {},
): Promise<Listed<T>> {
  const { filter, hint, countHint, branches } = plan;
  const counted = plan.total === undefined ? null : { total: plan.total, isEstimate: plan.totalIsEstimate ?? false };
  const { sort, order } = query;
  const direction = order === 'asc' ? 1 : -1;
  // Without a projection, derived fields are omitted. The cursor needs the field that the list is sorted by.
  const read = projection ?? (isDerivedField(sort) ? {} : undefined);
  const ordered = { sort: { [sort]: direction, _id: direction }, hint, ...(read && { projection: read }) } as const;
  const find = async (after: Filter, bounds: Bounds) => {
    // Doesn't read if there are no matches, because a read in order would go through every record.
    if (counted?.total === 0 && !counted.isEstimate) return [];
    const limit = bounds.skip + bounds.limit;
    if (!branches || limit > maxMergeDepth)
      return records.find(combineFilters(filter, after), { ...ordered, ...bounds });
    return collectAfter(eachOfBranches(records, branches, after, { ...ordered, limit }), bounds.skip);
  };
  const count = async () => counted ?? findTotal(records, filter, countHint, plan.knownTotal);
  const readMatches = (after: Filter, bounds: Bounds): Promise<readonly [T[], Total]> =>
    Promise.all([find(after, bounds), count()]);
  const describeOrder = (): PageOrder<T> => ({
    scope: cursorScope(records.toCacheKey({}), sort, order),
    toPosition: (record) => [getPath(record, sort), record.id],
    sort,
    kind: records.getSortKind(sort),
    order,
  });
  const listed = await readPage(query, describeOrder, readMatches);
  return isDerivedField(sort) ? { ...listed, records: listed.records.map(withoutDerivedFields) } : listed;
}

/**
 * Order for paging by cursor: by creation time, which never changes. The database seeks each page directly in an index.
 */
export const walkOrder = { sort: 'created_at', order: 'asc' } as const;

/** Page to read when paging by cursor. */
export interface WalkPage {
  /** Matches the records after the previous page. */
  readonly after: Filter;
  /** Maximum records. 0 reads no records and only counts the matches. */
  readonly limit: number;
  /** Whether to also count the matches. */
  readonly isCounted: boolean;
  /** Session of the snapshot to read; undefined for the current state. */
  readonly session?: ClientSession;
  /** Limits the total size of the records that are read. Absent if `limit` is enough. */
  readonly byteBound?: ByteBound;
}

/** Limits the size of a page in bytes. Records may be so large that a full page doesn't fit into memory. */
export class ByteBound {
  readonly #maxBytes: number;
  #bytes = 0;
  #count = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds the stored size of a record. */
  add(record: object): void {
    this.#bytes += mongoose.mongo.BSON.calculateObjectSize(record);
    this.#count += 1;
  }

  /** Returns whether the last record doesn't fit and belongs to the next page. A page has at least one record. */
  get isExceeded(): boolean {
    return this.#bytes > this.#maxBytes && this.#count > 1;
  }
}

export interface Walked<T> {
  readonly records: readonly T[];
  readonly total: number;
}

/**
 * Reads one page according to a plan, in the order for paging by cursor. Ends early at the record that exceeds the size
 * limit.
 */
export async function walkRecords<T extends Versioned>(
  records: Records<T>,
  { filter, hint, countHint, branches }: ListPlan,
  { after, limit, isCounted, session, byteBound }: WalkPage,
): Promise<Walked<T>> {
  if (limit === 0) return { records: [], total: await countMatches(records, filter, countHint) };
  const options = { sort: { created_at: 1, _id: 1 }, limit, ...(session && { session }) } as const;
  // Not in parallel, because the first answer sets the snapshot of the session.
  const total = isCounted ? await records.count(filter, { hint: countHint, ...(session && { session }) }) : 0;
  const matches = branches
    ? eachOfBranches(records, branches, after, options)
    : records.each(combineFilters(filter, after), { ...options, hint });
  const found: T[] = [];
  for await (const record of matches) {
    found.push(record);
    byteBound?.add(record);
    if (byteBound?.isExceeded) break;
  }
  return { records: found, total };
}
