import { clampPage } from '@plotline/kit/http/answer';
import { cursorScope, cutPage, matchAfter, type Position } from '@plotline/kit/mongo/cursor';
import type { Listed, ListQuery } from '@plotline/kit/mongo/list';
import type { Filter } from '@plotline/kit/mongo/records';

/** Records of one of the databases or queries that a list is made of. */
export interface PageSource<T> {
  /** The first matches beyond `after`, newest first. */
  find(after: Filter, limit: number): Promise<readonly T[]>;
  count(): Promise<number>;
}

export interface MergedOrder<T> {
  /** The stored field with the time by which the list is ordered; ties are broken by id. */
  readonly field: string;
  readonly toPosition: (record: T) => Position & readonly [Date, string];
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
  const after = cursor === undefined ? {} : matchAfter(name, cursor, { sort: field, kind: 'date', order: 'desc' });
  const limit = (cursor === undefined ? skip : 0) + perPage + 1;
  const [found, counts] = await Promise.all([
    Promise.all(sources.map((source) => source.find(after, limit))),
    Promise.all(sources.map((source) => source.count())),
  ]);
  const newestFirst = (one: T, other: T) => {
    const [[at, id], [otherAt, otherId]] = [toPosition(one), toPosition(other)];
    return otherAt.getTime() - at.getTime() || (id < otherId ? 1 : -1);
  };
  const merged = found.flat().sort(newestFirst);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (cursor === undefined) return { records: merged.slice(skip, skip + perPage), info: { page, perPage, total } };
  const { records, nextCursor } = cutPage(merged, perPage, name, toPosition);
  return { records, info: { page: 1, perPage, total, nextCursor } };
}
