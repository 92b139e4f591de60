import { clampPage } from '../../core/answer.js';
import { compareValues, cutPage, decodeCursor, type Position } from './cursor.js';
import type { Listed, ListQuery, PageOrder } from './list.js';

/** Order of a list in memory. */
interface MemoryOrder<T> extends Pick<PageOrder<T>, 'scope' | 'kind' | 'order'> {
  /** Returns the position of a record. No two records have the same position. */
  readonly toPosition: (record: T) => Position;
}

/**
 * Returns one page, by page number or by cursor, of a list that is read as a whole. `all` is already sorted. Throws
 * VALIDATION_ERROR for a malformed cursor.
 */
export function pageInMemory<T>(
  all: readonly T[],
  query: Pick<ListQuery, 'page' | 'per_page' | 'cursor'>,
  { scope, kind, order, toPosition }: MemoryOrder<T>,
): Listed<T> {
  const { page, perPage, skip } = clampPage(query);
  const total = all.length;
  if (query.cursor === undefined) return { records: all.slice(skip, skip + perPage), info: { page, perPage, total } };
  const direction = order === 'asc' ? 1 : -1;
  const after = query.cursor === '' ? null : decodeCursor(scope, query.cursor, kind);
  const isLeft = (record: T) => !after || compareValues(toPosition(record)[0], after[0]) * direction > 0;
  const { records, nextCursor } = cutPage(all.filter(isLeft), perPage, scope, toPosition);
  return { records, info: { page: 1, perPage, total, nextCursor } };
}
