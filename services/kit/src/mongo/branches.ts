import type { ClientSession } from 'mongoose';
import type { Projection } from './find-options.js';
import type { Filter, Records, Versioned } from './records.js';

/** Filters that together match what the list's own filter matches, each served in its order by one index. */
export interface Branches {
  readonly filters: readonly Filter[];
  readonly hint: string;
}

type Sort = Readonly<Record<string, 1 | -1>>;

/** The value of a record at a path such as `price.amount`; undefined where there is none. */
export function getPath(record: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
      record,
    );
}

function compareValues(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map((value) => (value instanceof Date ? value.getTime() : value));
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : Number(String(left) > String(right));
}

/** Compares records as the database does, where the values are dates, numbers or plain ASCII. */
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

/** Matches what both filters match. */
export function combineFilters(one: Filter, other: Filter): Filter {
  return Object.keys(other).length === 0 ? one : { $and: [one, other] };
}

interface MergeOptions {
  readonly skip: number;
  readonly limit: number;
  readonly sort: Sort;
  /** Keeps the fields of the order. */
  readonly projection?: Projection;
  readonly session?: ClientSession;
}

/** One page of the merged branches: as many records of each as may be needed, a record of several branches once. */
export async function mergeBranches<T extends Versioned>(
  records: Records<T>,
  { filters, hint }: Branches,
  after: Filter,
  { skip, limit, ...options }: MergeOptions,
): Promise<T[]> {
  const found = await Promise.all(
    filters.map((filter) => records.find(combineFilters(filter, after), { ...options, hint, limit: skip + limit })),
  );
  const unique = new Map(found.flat().map((record) => [record.id, record]));
  return [...unique.values()].sort(createComparator(options.sort)).slice(skip, skip + limit);
}
