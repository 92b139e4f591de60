import type { PageInfo } from '../http/answer.js';
import { paging } from '../http/answer.js';
import { type Branches, both, mergeBranches } from './branches.js';
import type { Filter, Records, Versioned } from './collection.js';
import { cursorScope, decodeCursor, encodeCursor, type Position } from './cursor.js';
import { countMatches } from './total.js';
import { getPath } from './value-at.js';

/** The common parameters of a list, as the contract validated them. */
export interface ListQuery {
  readonly page: number;
  readonly per_page: number;
  /** A field that every record has; ties are broken by id, so the order is total. */
  readonly sort: string;
  readonly order: 'asc' | 'desc';
  /** There, even empty: cursor paging instead of page paging. */
  readonly cursor?: string;
}

/** Records after a position. The plain bound on the sort field lets an index seek; the rest only settles ties. */
function after([value, id]: Position, { sort, order }: ListQuery): Filter {
  const [bound, beyond] = order === 'asc' ? ['$gte', '$gt'] : ['$lte', '$lt'];
  return {
    $and: [{ [sort]: { [bound]: value } }, { $or: [{ [sort]: { [beyond]: value } }, { _id: { [beyond]: id } }] }],
  };
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
  /** What countMatches said just now for the same filter, so that it is not asked again. */
  readonly total?: number;
}

/** Further in, one walk costs less than so many records of every branch. */
const deepestMerge = 500;

/**
 * One page of a list, by page number or by cursor. `hint` names the index that serves filter and order. A walk by cursor
 * meets every record that is not written meanwhile exactly once, at the same cost for each page. Throws VALIDATION_ERROR
 * for a malformed cursor.
 */
export async function listRecords<T extends Versioned>(
  records: Records<T>,
  filter: Filter,
  query: ListQuery,
  { hint, countHint = hint, branches, total: known }: ListOptions = {},
): Promise<Listed<T>> {
  const { sort, order, cursor } = query;
  const { page, perPage, skip } = paging(query);
  const direction = order === 'asc' ? 1 : -1;
  const reading = { sort: { [sort]: direction, _id: direction }, ...(hint === undefined ? {} : { hint }) } as const;
  // Both at once, and awaited together: a rejection that nobody waits for would end the process. Where nothing matches,
  // nothing is looked for: to see that there is none, the walk in the order would read all.
  const together = (rest: Filter, bounds: { readonly skip: number; readonly limit: number }) => {
    const isNear = branches !== undefined && bounds.skip + bounds.limit <= deepestMerge;
    const find = () =>
      isNear
        ? mergeBranches(records, branches, rest, { ...bounds, sort: reading.sort })
        : records.find(both(filter, rest), { ...reading, ...bounds });
    return Promise.all([known === 0 ? [] : find(), known ?? countMatches(records, filter, countHint)]);
  };
  if (cursor === undefined) {
    const [found, total] = await together({}, { skip, limit: perPage });
    return { records: found, info: { page, perPage, total } };
  }
  const walk = cursorScope(records.fingerprint({}), sort, order);
  const rest = cursor === '' ? {} : after(decodeCursor(walk, cursor), query);
  const [found, total] = await together(rest, { skip: 0, limit: perPage + 1 });
  const shown = found.slice(0, perPage);
  const last = shown.at(-1);
  const nextCursor = found.length > perPage && last ? encodeCursor(walk, [getPath(last, sort), last.id]) : null;
  return { records: shown, info: { page: 1, perPage, total, nextCursor } };
}
