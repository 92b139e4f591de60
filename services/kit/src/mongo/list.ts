import { clampPage, type PageInfo } from '../http/answer.js';
import { type Branches, combineFilters, getPath, mergeBranches } from './branches.js';
import { cursorScope, cutPage, matchAfter, type Order } from './cursor.js';
import type { Projection } from './find-options.js';
import type { Filter, Records, Versioned } from './records.js';
import { findTotal, type KnownTotal, type TotalRows } from './total.js';

/** The common parameters of a list, as the contract validated them. */
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  /** A field that every record has; ties are broken by id, so the order is total. */
  readonly sort: string;
  readonly order: Order;
  /** There, even empty: cursor paging instead of page paging. */
  readonly cursor?: string;
}

export interface Listed<T> {
  readonly records: T[];
  readonly info: PageInfo;
}

export interface ListOptions<Row extends object = never> {
  /** The index that serves filter and order. */
  readonly hint?: string;
  /** The index that counts the matches with the least reading; otherwise `hint`. */
  readonly countHint?: string;
  /** Reads pages near the beginning from all branches at once, where no one index serves filter and order together. */
  readonly branches?: Branches;
  /** The result of countMatches for the same filter, where the caller has it already. */
  readonly total?: number;
  /** Asked for the total in place of a count. */
  readonly knownTotal?: KnownTotal;
  /** Read together with the page for the total, which is asked for only where they do not tell it. */
  readonly totalRows?: TotalRows<Row> | null;
  /** Leaves out what the list does not show. It keeps the fields of the order. */
  readonly projection?: Projection;
}

/** Further in, reading in order and filtering costs less than reading so many records of every branch. */
const maxMergeDepth = 500;

interface Bounds {
  readonly skip: number;
  readonly limit: number;
}

/**
 * One page of a list, by page number or by cursor. Paging by cursor returns every record that is not written meanwhile
 * exactly once, at the same cost for each page. Throws VALIDATION_ERROR for a malformed cursor.
 */
export async function listRecords<T extends Versioned, Row extends object = never>(
  records: Records<T>,
  filter: Filter,
  query: ListQuery,
  { hint, countHint = hint, branches, total: counted, knownTotal, totalRows, projection }: ListOptions<Row> = {},
): Promise<Listed<T>> {
  const { sort, order, cursor } = query;
  const { page, perPage, skip } = clampPage(query);
  const direction = order === 'asc' ? 1 : -1;
  const ordered = {
    sort: { [sort]: direction, _id: direction },
    ...(hint === undefined ? {} : { hint }),
    ...(projection && { projection }),
  } as const;
  const find = (after: Filter, bounds: Bounds) => {
    // Reading in order to find no match would read every record.
    if (counted === 0) return Promise.resolve([]);
    const isNear = branches !== undefined && bounds.skip + bounds.limit <= maxMergeDepth;
    return isNear
      ? mergeBranches(records, branches, after, { ...bounds, ...ordered })
      : records.find(combineFilters(filter, after), { ...ordered, ...bounds });
  };
  const count = async () => counted ?? findTotal(records, filter, countHint, knownTotal);
  const read = async (after: Filter, bounds: Bounds): Promise<readonly [T[], number]> => {
    if (!totalRows || branches || counted !== undefined) return Promise.all([find(after, bounds), count()]);
    const page = { ...ordered, ...bounds };
    const found = await records.findWithRows(combineFilters(filter, after), page, totalRows);
    return [found.records, totalRows.toTotal(found.rows) ?? (await count())];
  };
  if (cursor === undefined) {
    const [found, total] = await read({}, { skip, limit: perPage });
    return { records: found, info: { page, perPage, total } };
  }
  const scope = cursorScope(records.toCacheKey({}), sort, order);
  const after = matchAfter(scope, cursor, { sort, kind: records.getSortKind(sort), order });
  const [found, total] = await read(after, { skip: 0, limit: perPage + 1 });
  const { records: shown, nextCursor } = cutPage(found, perPage, scope, (last) => [getPath(last, sort), last.id]);
  return { records: shown, info: { page: 1, perPage, total, nextCursor } };
}
