import { clampPage } from '@plotline/kit/core/answer';
import { cursorScope, cutPage, matchAfter, type Position } from '@plotline/kit/store/lists/cursor';
import type { FindOptions } from '@plotline/kit/store/lists/find-options';
import type { Listed, ListQuery } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';

/** Which of the matches are read, in their order. */
export type Bounds = Required<Pick<FindOptions, 'skip' | 'limit'>>;

/** Records of one of the databases or queries that a list is made of. */
export interface PageSource<T> {
  /** Matches beyond `after`, newest first. */
  find(after: Filter, bounds: Bounds): Promise<readonly T[]>;
  count(): Promise<number>;
}

export interface MergedOrder<T> {
  /** The stored field with the time by which the list is ordered; ties are broken by id. */
  readonly field: string;
  readonly toPosition: (record: T) => Position & readonly [Date, string];
}

/** Pages that begin further in are not reached by reading, but by records that the database skips. */
const maxMergeDepth = 500;

/** A source, and from where on it is read. */
interface Start<T> {
  readonly source: PageSource<T>;
  readonly after: Filter;
}

interface NewestFirst<T> {
  readonly compare: (one: T, other: T) => number;
  /** Matches what comes after the record. */
  readonly matchBeyond: (record: T) => Filter;
}

async function readFirst<T>(starts: readonly Start<T>[], limit: number, { compare }: NewestFirst<T>): Promise<T[]> {
  const found = await Promise.all(starts.map(({ source, after }) => source.find(after, { skip: 0, limit })));
  return found.flat().sort(compare);
}

/**
 * From where on each source is read to come after the first `skip` records of all, but for those `left` to skip. Of n sources the one
 * whose record at an n-th of what is to be skipped is the newest has all up to that one among the skipped: they are left out at once.
 */
async function startBeyond<T>(sources: readonly PageSource<T>[], skip: number, order: NewestFirst<T>) {
  let starts = sources.map((source): Start<T> => ({ source, after: {} }));
  let left = skip;
  while (left > maxMergeDepth) {
    const step = Math.floor(left / sources.length);
    const bounds = { skip: step - 1, limit: 1 };
    const heads = await Promise.all(starts.map(({ source, after }) => source.find(after, bounds)));
    const newest = heads.flat().sort(order.compare)[0];
    // Records were removed since they were counted.
    if (newest === undefined) return { starts: [], left: 0 };
    const after = order.matchBeyond(newest);
    starts = starts.map((start, index) => (heads[index]?.includes(newest) ? { ...start, after } : start));
    left -= step;
  }
  return { starts, left };
}

/** One page, newest first, of records that no single query finds. `scope` tells the list from others, for its cursors. */
export async function mergePages<T>(
  sources: readonly PageSource<T>[],
  query: Pick<ListQuery, 'page' | 'per_page' | 'cursor'>,
  scope: readonly string[],
  { field, toPosition }: MergedOrder<T>,
): Promise<Listed<T>> {
  const { page, perPage, skip } = clampPage(query);
  const { cursor } = query;
  const name = cursorScope(...scope);
  const matchAfterCursor = (text: string) => matchAfter(name, text, { sort: field, kind: 'date', order: 'desc' });
  const order: NewestFirst<T> = {
    compare: (one, other) => {
      const [[at, id], [otherAt, otherId]] = [toPosition(one), toPosition(other)];
      return otherAt.getTime() - at.getTime() || (id < otherId ? 1 : -1);
    },
    matchBeyond: (record) => matchAfterCursor(cutPage([record, record], 1, name, toPosition).nextCursor ?? ''),
  };
  const count = async () => {
    const counts = await Promise.all(sources.map((source) => source.count()));
    return counts.reduce((sum, one) => sum + one, 0);
  };
  if (cursor !== undefined) {
    const after = matchAfterCursor(cursor);
    const starts = sources.map((source) => ({ source, after }));
    const [merged, total] = await Promise.all([readFirst(starts, perPage + 1, order), count()]);
    const { records, nextCursor } = cutPage(merged, perPage, name, toPosition);
    return { records, info: { page: 1, perPage, total, nextCursor } };
  }
  const known = skip > maxMergeDepth ? await count() : undefined;
  if (known !== undefined && skip >= known) return { records: [], info: { page, perPage, total: known } };
  const { starts, left } = await startBeyond(sources, skip, order);
  const [merged, total] = await Promise.all([readFirst(starts, left + perPage, order), known ?? count()]);
  return { records: merged.slice(left, left + perPage), info: { page, perPage, total } };
}
