import { invalid } from '../errors.js';
import type { PageInfo } from '../http/answer.js';
import { paging } from '../http/answer.js';
import type { Filter, Records, Versioned } from './collection.js';
import { countMatches } from './total.js';

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

type Position = readonly [value: unknown, id: string];

function encode([value, id]: Position): string {
  const plain = value instanceof Date ? { date: value.toISOString() } : { value };
  return Buffer.from(JSON.stringify([plain, id])).toString('base64url');
}

function decode(cursor: string): Position {
  try {
    const [plain, id]: unknown[] = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    if (typeof id !== 'string' || typeof plain !== 'object' || plain === null) throw new Error('malformed');
    if ('date' in plain && typeof plain.date === 'string') return [new Date(plain.date), id];
    if ('value' in plain && (typeof plain.value === 'string' || typeof plain.value === 'number'))
      return [plain.value, id];
    throw new Error('malformed');
  } catch {
    throw invalid({ field: 'cursor', message: 'must be empty or the next_cursor of an earlier page' });
  }
}

/** Records after a position. The plain bound on the sort field lets an index seek; the rest only settles ties. */
function after(cursor: string, sort: string, order: ListQuery['order']): Filter {
  if (cursor === '') return {};
  const [value, id] = decode(cursor);
  const [bound, beyond] = order === 'asc' ? ['$gte', '$gt'] : ['$lte', '$lt'];
  return {
    $and: [{ [sort]: { [bound]: value } }, { $or: [{ [sort]: { [beyond]: value } }, { _id: { [beyond]: id } }] }],
  };
}

/** The sort field may be a path such as `price.amount`. */
function valueAt(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      record,
    );
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
  /** What countMatches said just now for the same filter, so that it is not asked again. */
  readonly total?: number;
}

/**
 * One page of a list, by page number or by cursor. `hint` names the index that serves filter and order. A walk by cursor
 * meets every record that is not written meanwhile exactly once, at the same cost for each page. Throws VALIDATION_ERROR
 * for a malformed cursor.
 */
export async function listRecords<T extends Versioned>(
  records: Records<T>,
  filter: Filter,
  query: ListQuery,
  { hint, countHint = hint, total: known }: ListOptions = {},
): Promise<Listed<T>> {
  const { sort, order, cursor } = query;
  const { page, perPage, skip } = paging(query);
  const direction = order === 'asc' ? 1 : -1;
  const reading = { sort: { [sort]: direction, _id: direction }, ...(hint === undefined ? {} : { hint }) } as const;
  // Both at once, and awaited together: a rejection that nobody waits for would end the process. Where nothing matches,
  // nothing is looked for: to see that there is none, the walk in the order would read all.
  const together = (matching: Filter, bounds: { readonly skip?: number; readonly limit: number }) =>
    Promise.all([
      known === 0 ? [] : records.find(matching, { ...reading, ...bounds }),
      known ?? countMatches(records, filter, countHint),
    ]);
  if (cursor === undefined) {
    const [found, total] = await together(filter, { skip, limit: perPage });
    return { records: found, info: { page, perPage, total } };
  }
  const [found, total] = await together({ $and: [filter, after(cursor, sort, order)] }, { limit: perPage + 1 });
  const shown = found.slice(0, perPage);
  const last = shown.at(-1);
  const nextCursor = found.length > perPage && last ? encode([valueAt(last, sort), last.id]) : null;
  return { records: shown, info: { page, perPage, total, nextCursor } };
}
