import { hash } from 'node:crypto';
import { invalid } from '../errors.js';
import type { Filter } from './records.js';

/** Where a page ended: the value of the sort field and the id, which breaks ties. */
export type Position = readonly [value: unknown, id: string];

export type Order = 'asc' | 'desc';

/** Identifies the list and the order that a cursor belongs to. */
export function cursorScope(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 12);
}

/** The position as an opaque text that is valid in this scope. */
function encodeCursor(scope: string, [value, id]: Position): string {
  const plain = value instanceof Date ? { date: value.toISOString() } : { value };
  return Buffer.from(JSON.stringify([scope, plain, id])).toString('base64url');
}

function parseSortValue(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return undefined;
  if ('date' in plain && typeof plain.date === 'string') {
    const date = new Date(plain.date);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  return 'value' in plain && ['string', 'number'].includes(typeof plain.value) ? plain.value : undefined;
}

function parseCursor(expectedScope: string, cursor: string): Position | null {
  try {
    const [scope, plain, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const value = parseSortValue(plain);
    return scope === expectedScope && typeof id === 'string' && value !== undefined ? [value, id] : null;
  } catch {
    return null;
  }
}

function decodeCursor(scope: string, cursor: string): Position {
  const position = parseCursor(scope, cursor);
  if (position) return position;
  throw invalid({ field: 'cursor', message: 'must be empty or the next_cursor of this list in this order' });
}

/**
 * Matches the records after a cursor; all records for the empty one, which begins a list. Throws VALIDATION_ERROR for a
 * cursor of another scope. The plain bound on the sort field lets an index seek; the rest only breaks ties.
 */
export function matchAfter(scope: string, cursor: string, sort: string, order: Order): Filter {
  if (cursor === '') return {};
  const [value, id] = decodeCursor(scope, cursor);
  const [bound, beyond] = order === 'asc' ? ['$gte', '$gt'] : ['$lte', '$lt'];
  return {
    $and: [{ [sort]: { [bound]: value } }, { $or: [{ [sort]: { [beyond]: value } }, { _id: { [beyond]: id } }] }],
  };
}

/** One page out of records of which one more than the page was read, and the cursor of the next: null after the last. */
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
