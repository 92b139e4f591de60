import { clampPage } from '../../core/answer.js';
import { compareValues, cursorScope, cutPage, decodeCursor, type Position } from './cursor.js';
import type { Listed, ListQuery, PageOrder } from './list.js';

/** Order of a list in memory. */
interface MemoryOrder<T> extends Pick<PageOrder<T>, 'scope' | 'kind' | 'order'> {
  /** Returns the position of a record. No two records have the same position. */
  readonly toPosition: (record: T) => Position;
}

/** Order of records by one of their times. */
export interface TimeOrder {
  readonly sort: 'created_at' | 'updated_at';
  readonly order: 'asc' | 'desc';
}

interface TimedRecord {
  readonly id: string;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Orders records by a time. Simultaneous records are sorted by id. `scope` identifies the list. */
export function orderByTime(scope: string, { sort, order }: TimeOrder): MemoryOrder<TimedRecord> {
  const toPosition = (record: TimedRecord) => [`${record[sort].toISOString()} ${record.id}`, record.id] as const;
  return { scope: cursorScope(scope, sort, order), kind: 'text', order, toPosition };
}

/**
 * Returns one page, by page number or by cursor, of a list that is read as a whole. Throws VALIDATION_ERROR for a
 * malformed cursor.
 */
export function pageInMemory<T>(
  found: readonly T[],
  query: Pick<ListQuery, 'page' | 'per_page' | 'cursor'>,
  { scope, kind, order, toPosition }: MemoryOrder<T>,
): Listed<T> {
  const { page, perPage, skip } = clampPage(query);
  const direction = order === 'asc' ? 1 : -1;
  const all = found.toSorted((one, next) => compareValues(toPosition(one)[0], toPosition(next)[0]) * direction);
  const total = all.length;
  if (query.cursor === undefined) return { records: all.slice(skip, skip + perPage), info: { page, perPage, total } };
  const after = query.cursor === '' ? null : decodeCursor(scope, query.cursor, kind);
  const isLeft = (record: T) => !after || compareValues(toPosition(record)[0], after[0]) * direction > 0;
  const { records, nextCursor } = cutPage(all.filter(isLeft), perPage, scope, toPosition);
  return { records, info: { page: 1, perPage, total, nextCursor } };
}
