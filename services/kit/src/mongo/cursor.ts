import { hash } from 'node:crypto';
import { invalid } from '../errors.js';

/** Where a page ended: the value of the sort field and the id, which breaks ties. */
export type Position = readonly [value: unknown, id: string];

/** Names the walk that cursors belong to: what it goes through, and in which order. */
export function cursorScope(...parts: readonly string[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url').slice(0, 12);
}

/** The position as an opaque text, for this walk alone. */
export function encodeCursor(walk: string, [value, id]: Position): string {
  const plain = value instanceof Date ? { date: value.toISOString() } : { value };
  return Buffer.from(JSON.stringify([walk, plain, id])).toString('base64url');
}

function sortValue(plain: unknown): unknown {
  if (typeof plain !== 'object' || plain === null) return undefined;
  if ('date' in plain && typeof plain.date === 'string') {
    const date = new Date(plain.date);
    return Number.isNaN(date.getTime()) ? undefined : date;
  }
  return 'value' in plain && ['string', 'number'].includes(typeof plain.value) ? plain.value : undefined;
}

function positionOf(walk: string, cursor: string): Position | null {
  try {
    const [name, plain, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    const value = sortValue(plain);
    return name === walk && typeof id === 'string' && value !== undefined ? [value, id] : null;
  } catch {
    return null;
  }
}

/** The position that a cursor of this walk names; throws VALIDATION_ERROR for anything else. */
export function decodeCursor(walk: string, cursor: string): Position {
  const position = positionOf(walk, cursor);
  if (position) return position;
  throw invalid({ field: 'cursor', message: 'must be empty or the next_cursor of this list in this order' });
}
