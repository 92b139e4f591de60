import {
  collectAfter,
  cursorScope,
  cutPage,
  matchAfter,
  maxMergeDepth,
  mergeSources,
  type Position,
} from '@plotline/kit/store/lists/cursor';
import { type Bounds, type Listed, type ListQuery, readPage } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';

/** A collection or query whose records are part of a merged list. */
export interface PageSource<T> {
  /** Finds matches beyond `after`, newest first. */
  find(after: Filter, bounds: Bounds): Promise<readonly T[]>;
  count(): Promise<number>;
}

export interface MergedOrder<T> {
  /** Stored field with the time that the list is sorted by. Ties are broken by id. */
  readonly field: string;
  readonly toPosition: (record: T) => Position & readonly [Date, string];
}

/** Source, and the filter for its records that haven't been read yet. */
interface Start<T> {
  readonly source: PageSource<T>;
  readonly after: Filter;
}

interface NewestFirst<T> {
  readonly compare: (one: T, other: T) => number;
  /** Matches the records after this record. */
  readonly matchBeyond: (record: T) => Filter;
}

async function* readSource<T>({ source, after }: Start<T>, limit: number): AsyncGenerator<T> {
  yield* await source.find(after, { skip: 0, limit });
}

/**
 * Skips records until at most `maxMergeDepth` of the `skip` records are `left` to skip. With n sources, each step looks
 * 1/n of the remaining distance ahead in each source and reads the record there. All records up to the newest of these
 * n records can be skipped, so the source of that record continues after it.
 */
async function startBeyond<T>(sources: readonly PageSource<T>[], after: Filter, skip: number, order: NewestFirst<T>) {
  let starts = sources.map((source): Start<T> => ({ source, after }));
  let left = skip;
  while (left > maxMergeDepth) {
    const step = Math.floor(left / sources.length);
    const bounds = { skip: step - 1, limit: 1 };
    const heads = await Promise.all(starts.map((start) => start.source.find(start.after, bounds)));
    const newest = heads.flat().sort(order.compare)[0];
    // Records were removed after they were counted.
    if (newest === undefined) return { starts: [], left: 0 };
    const beyond = order.matchBeyond(newest);
    starts = starts.map((start, index) => (heads[index]?.includes(newest) ? { ...start, after: beyond } : start));
    left -= step;
  }
  return { starts, left };
}

/** Merges the results of several queries into one page, newest first. `scope` ties the cursors to this list. */
export function mergePages<T>(
  sources: readonly PageSource<T>[],
  query: Pick<ListQuery, 'page' | 'per_page' | 'cursor'>,
  scope: readonly string[],
  { field, toPosition }: MergedOrder<T>,
): Promise<Listed<T>> {
  const order = { scope: cursorScope(...scope), toPosition, sort: field, kind: 'date', order: 'desc' } as const;
  const compare = (one: T, other: T) => {
    const [[at, id], [otherAt, otherId]] = [toPosition(one), toPosition(other)];
    return otherAt.getTime() - at.getTime() || (id < otherId ? 1 : -1);
  };
  const matchBeyond = (record: T) =>
    matchAfter(order.scope, cutPage([record, record], 1, order.scope, toPosition).nextCursor ?? '', order);
  const count = async () => {
    const counts = await Promise.all(sources.map((source) => source.count()));
    return { total: counts.reduce((sum, one) => sum + one, 0), isEstimate: false };
  };
  return readPage(
    query,
    () => order,
    async (after, { skip, limit }) => {
      const known = skip > maxMergeDepth ? await count() : undefined;
      if (known && skip >= known.total) return [[], known];
      const { starts, left } = await startBeyond(sources, after, skip, { compare, matchBeyond });
      const streams = starts.map((start) => readSource(start, left + limit));
      const merged = mergeSources(streams, { compare, toId: (one) => toPosition(one)[1], limit: left + limit });
      return Promise.all([collectAfter(merged, left), known ?? count()]);
    },
  );
}
