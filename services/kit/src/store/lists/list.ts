import { clampPage, type PageInfo } from '../../core/answer.js';
import { isDerivedField, type Projection } from '../records/record-model.js';
import type { Filter, Records, Versioned } from '../records/records.js';
import { cursorScope, cutPage, matchAfter, type Order, type Position, type Sorting } from './cursor.js';
import type { ListPlan } from './list-plan.js';
import { collectAfter, combineFilters, eachOfBranches, getPath, maxMergeDepth } from './merge.js';
import { findTotal, type Total } from './total.js';

/** Common parameters of a list, as the contract validated them. */
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  /** Field that every record has. Ties are broken by id, so the order is total. */
  readonly sort: string;
  readonly order: Order;
  /** If present, even empty: cursor paging instead of page paging. */
  readonly cursor?: string;
}

export interface Listed<T> {
  readonly records: T[];
  readonly info: PageInfo;
}

export interface ListOptions {
  /** Omits what the list does not show. It keeps the fields of the order. */
  readonly projection?: Projection;
}

/** Which of the matches are read, in their order. */
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

/** Describes the total. An estimate is at least what was read, plus one more record after a full page. */
function describeTotal({ total, isEstimate }: Total, { skip, limit }: Bounds, found: number) {
  if (!isEstimate) return { total };
  const seen = found === 0 ? 0 : skip + found + (found === limit ? 1 : 0);
  return { total: Math.max(total, seen), totalIsEstimate: true as const };
}

/**
 * Reads one page by page number or by cursor. Paging by cursor returns every record that is not written meanwhile
 * exactly once, at the same cost for each page. Throws VALIDATION_ERROR for a malformed cursor.
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

/** Reads one page of a list as it was planned. Throws VALIDATION_ERROR for a malformed cursor. */
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
  // Without a projection, derived fields are omitted. The cursor needs the one of the order.
  const read = projection ?? (isDerivedField(sort) ? {} : undefined);
  const ordered = { sort: { [sort]: direction, _id: direction }, hint, ...(read && { projection: read }) } as const;
  const find = async (after: Filter, bounds: Bounds) => {
    // Reading in order to find no match would read every record.
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
