import { hash } from 'node:crypto';
import type { ClientSession } from 'mongoose';
import { invalid } from '../../core/errors.js';
import { isStorable } from '../../core/normalize-text.js';
import type { Projection, SortKind } from '../records/record-model.js';
import type { Filter, Records, Versioned } from '../records/records.js';

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

/** Returns the value. Undefined if its kind doesn't fit, because the database can't compare different kinds. */
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

/** Decodes a position. Throws VALIDATION_ERROR if the cursor has a different scope, or a value of the wrong kind. */
export function decodeCursor(scope: string, cursor: string, kind: SortKind): Position {
  const position = parseCursor(scope, cursor, kind);
  if (position) return position;
  throw invalid({
    field: 'cursor',
    message: 'must be empty or a next_cursor of this list with the same sort and order',
  });
}

/**
 * Matches the records after a cursor. An empty cursor matches all records. Throws VALIDATION_ERROR if the cursor has a
 * different scope, or a value of the wrong kind. The plain bound on the sort field lets the database seek in an index.
 * The rest of the filter only breaks ties.
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
 * Takes a page from the records that were read, which are one more than the page if there is a next page. The next
 * page's cursor is null after the last page.
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

/**
 * Filters that together match the same records as the list's own filter. One index returns each filter's matches in the
 * list's order.
 */
export interface Branches {
  readonly filters: readonly Filter[];
  readonly hint: string;
}

/**
 * Maximum position at which a merged page may end. For a later page, all records before it would be read from each
 * source.
 */
export const maxMergeDepth = 500;

type Sort = Readonly<Record<string, 1 | -1>>;

/** Returns the value of a record at a path such as `price.amount`; undefined where there is none. */
export function getPath(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      record,
    );
}

/** Compares two values of a sort field. */
export function compareValues(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map((value) => (value instanceof Date ? value.getTime() : value));
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : Number(String(left) > String(right));
}

/** Compares records as the database does, provided that the values are dates, numbers or plain ASCII. */
function createComparator(sort: Sort) {
  const keys = Object.entries(sort).map(([path, direction]) => [path === '_id' ? 'id' : path, direction] as const);
  return (one: object, other: object): number => {
    for (const [path, direction] of keys) {
      const order = compareValues(getPath(one, path), getPath(other, path));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/** Matches the records that both filters match. */
export function combineFilters(one: Filter, other: Filter): Filter {
  return Object.keys(other).length === 0 ? one : { $and: [one, other] };
}

interface MergeOptions<T> {
  readonly compare: (one: T, other: T) => number;
  readonly toId: (record: T) => string;
  readonly limit: number;
}

/** Reads the next record of a source. Returns nothing at its end. */
async function readHead<T>(source: AsyncGenerator<T>) {
  const { value, done } = await source.next();
  return done ? [] : [{ record: value, source }];
}

/**
 * Merges sources that have the same order, up to the limit. Yields a record once even if several sources contain it.
 */
export async function* mergeSources<T>(
  sources: readonly AsyncGenerator<T>[],
  { compare, toId, limit }: MergeOptions<T>,
): AsyncGenerator<T> {
  const shown = new Set<string>();
  try {
    let heads = (await Promise.all(sources.map(readHead))).flat();
    for (;;) {
      const [first, ...others] = heads.sort((one, other) => compare(one.record, other.record));
      if (!first) return;
      const { record, source } = first;
      const id = toId(record);
      if (!shown.has(id)) yield record;
      if (shown.add(id).size === limit) return;
      heads = [...(await readHead(source)), ...others];
    }
  } finally {
    await Promise.all(sources.map((source) => source.return(undefined)));
  }
}

interface BranchOptions {
  readonly limit: number;
  readonly sort: Sort;
  /** Must keep the fields of the order. */
  readonly projection?: Projection;
  readonly session?: ClientSession;
}

/** Merges the records of all branches after a position, up to the limit. */
export function eachOfBranches<T extends Versioned>(
  records: Pick<Records<T>, 'each'>,
  { filters, hint }: Branches,
  after: Filter,
  options: BranchOptions,
): AsyncGenerator<T> {
  const { sort, limit } = options;
  const sources = filters.map((filter) => records.each(combineFilters(filter, after), { ...options, hint }));
  return mergeSources(sources, { compare: createComparator(sort), toId: ({ id }) => id, limit });
}

/** Collects the records of a merge after the first `skip` records. */
export async function collectAfter<T>(merged: AsyncIterable<T>, skip: number): Promise<T[]> {
  const found: T[] = [];
  for await (const record of merged) found.push(record);
  return found.slice(skip);
}
