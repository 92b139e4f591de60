import { hash } from 'node:crypto';
import { invalid } from '../../core/errors.js';
import { isStorable } from '../../core/normalize-text.js';
import type { SortKind } from '../records/record-model.js';
import type { Filter } from '../records/records.js';

/** Position where a page ended: the value of the sort field, and the id, which breaks ties. */
export type Position = readonly [value: unknown, id: string];

export type Order = 'asc' | 'desc';

/** Order of a list by a field. Ties are broken by id. */
export interface Sorting {
  readonly sort: string;
  readonly kind: SortKind;
  readonly order: Order;
}

/** Identifies the list and the order that a cursor belongs to. */
export function cursorScope(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 12);
}

/** Encodes a position as an opaque text that is valid in this scope. */
function encodeCursor(scope: string, [value, id]: Position): string {
  const plain = value instanceof Date ? { date: value.toISOString() } : { value };
  return Buffer.from(JSON.stringify([scope, plain, id])).toString('base64url');
}

function parseDate(plain: object): Date | undefined {
  const date = new Date('date' in plain && typeof plain.date === 'string' ? plain.date : Number.NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}

/** Returns the value; undefined if it is of another kind, which the database can't compare with. */
function parseSortValue(plain: unknown, kind: SortKind): Position[0] | undefined {
  if (typeof plain !== 'object' || plain === null) return undefined;
  if (kind === 'date') return parseDate(plain);
  const value = 'value' in plain ? plain.value : undefined;
  const isOfKind = kind === 'number' ? Number.isFinite(value) : typeof value === 'string' && isStorable(value);
  return isOfKind ? value : undefined;
}

function parseCursor(expectedScope: string, cursor: string, kind: SortKind): Position | null {
  try {
    const [scope, plain, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const value = parseSortValue(plain, kind);
    const isPosition = value !== undefined && typeof id === 'string' && isStorable(id);
    return scope === expectedScope && isPosition ? [value, id] : null;
  } catch {
    return null;
  }
}

function decodeCursor(scope: string, cursor: string, kind: SortKind): Position {
  const position = parseCursor(scope, cursor, kind);
  if (position) return position;
  throw invalid({
    field: 'cursor',
    message: 'must be empty or a next_cursor of this list with the same sort and order',
  });
}

/**
 * Matches the records after a cursor. The empty cursor begins a list and matches all. Throws VALIDATION_ERROR for a
 * cursor of another scope, or with a value of another kind. The plain bound on the sort field lets an index seek; the
 * rest only breaks ties.
 */
export function matchAfter(scope: string, cursor: string, { sort, kind, order }: Sorting): Filter {
  if (cursor === '') return {};
  const [value, id] = decodeCursor(scope, cursor, kind);
  const [bound, beyond] = order === 'asc' ? ['$gte', '$gt'] : ['$lte', '$lt'];
  return {
    $and: [{ [sort]: { [bound]: value } }, { $or: [{ [sort]: { [beyond]: value } }, { _id: { [beyond]: id } }] }],
  };
}

/**
 * Cuts a page off records of which one more than the page was read. The cursor of the next page is null after the last.
 */
export function cutPage<T>(
  found: readonly T[],
  limit: number,
  scope: string,
  toPosition: (record: T) => Position,
): { readonly records: T[]; readonly nextCursor: string | null } {
  const records = found.slice(0, limit);
  const last = records.at(-1);
  const hasMore = found.length > limit && last !== undefined;
  return { records, nextCursor: hasMore ? encodeCursor(scope, toPosition(last)) : null };
}
