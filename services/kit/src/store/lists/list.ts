import { clampPage, type PageInfo } from '../../core/answer.js';
import type { Filter, Records, Versioned } from '../records/records.js';
import { type Branches, combineFilters, getPath, mergeBranches } from './branches.js';
import { cursorScope, cutPage, matchAfter, type Order } from './cursor.js';
import type { Projection } from './find-options.js';
import { findTotal, type KnownTotal, type Total } from './total.js';

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

export interface ListOptions {
  /** The index that serves filter and order. */
  readonly hint?: string;
  /** The index that counts the matches with the least reading; otherwise `hint`. */
  readonly countHint?: string;
  /** Reads pages near the beginning from all branches at once, where no one index serves filter and order together. */
  readonly branches?: Branches;
  /** The number of matches of the same filter, where the caller has it already. */
  readonly total?: number;
  readonly totalIsEstimate?: true;
  /** Asked for the total in place of a count. */
  readonly knownTotal?: KnownTotal;
  /** Leaves out what the list does not show. It keeps the fields of the order. */
  readonly projection?: Projection;
}

/** Further in, reading in order and filtering costs less than reading so many records of every branch. */
const maxMergeDepth = 500;

interface Bounds {
  readonly skip: number;
  readonly limit: number;
}

const toTotal = (total: number, isEstimate = false): Total => ({ total, isEstimate });

/** What a page tells of the total. One that was only estimated counts at least what was read, and a further record after a full page. */
function describeTotal({ total, isEstimate }: Total, { skip, limit }: Bounds, found: number) {
  if (!isEstimate) return { total };
  const seen = found === 0 ? 0 : skip + found + (found === limit ? 1 : 0);
  return { total: Math.max(total, seen), totalIsEstimate: true as const };
}

/**
 * One page of a list, by page number or by cursor. Paging by cursor returns every record that is not written meanwhile
 * exactly once, at the same cost for each page. Throws VALIDATION_ERROR for a malformed cursor.
 */
export async function listRecords<T extends Versioned>(
  records: Records<T>,
  filter: Filter,
  query: ListQuery,
  options: ListOptions = {},
): Promise<Listed<T>> {
  const { hint, countHint = hint, branches, knownTotal, projection } = options;
  const counted = options.total === undefined ? undefined : toTotal(options.total, options.totalIsEstimate);
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
    if (counted?.total === 0 && !counted.isEstimate) return Promise.resolve([]);
    const isNear = branches !== undefined && bounds.skip + bounds.limit <= maxMergeDepth;
    return isNear
      ? mergeBranches(records, branches, after, { ...bounds, ...ordered })
      : records.find(combineFilters(filter, after), { ...ordered, ...bounds });
  };
  const count = async () => counted ?? findTotal(records, filter, countHint, knownTotal);
  const read = (after: Filter, bounds: Bounds): Promise<[T[], Total]> => Promise.all([find(after, bounds), count()]);
  if (cursor === undefined) {
    const bounds = { skip, limit: perPage };
    const [found, total] = await read({}, bounds);
    return { records: found, info: { page, perPage, ...describeTotal(total, bounds, found.length) } };
  }
  const scope = cursorScope(records.toCacheKey({}), sort, order);
  const after = matchAfter(scope, cursor, { sort, kind: records.getSortKind(sort), order });
  const bounds = { skip: 0, limit: perPage + 1 };
  const [found, total] = await read(after, bounds);
  const { records: shown, nextCursor } = cutPage(found, perPage, scope, (last) => [getPath(last, sort), last.id]);
  const described = describeTotal(total, bounds, found.length);
  return { records: shown, info: { page: 1, perPage, ...described, nextCursor } };
}
