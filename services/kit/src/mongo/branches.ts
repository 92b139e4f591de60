import type { Filter, Records, Versioned } from './collection.js';
import { getPath } from './value-at.js';

/** Filters that together match what the list's own filter matches, each served in its order by one index. */
export interface Branches {
  readonly filters: readonly Filter[];
  readonly hint: string;
}

function compare(one: unknown, other: unknown): number {
  const [left, right] = [one, other].map((value) => (value instanceof Date ? value.getTime() : value));
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  return String(left) < String(right) ? -1 : Number(String(left) > String(right));
}

/** Orders records as the database does, where the values are dates, numbers or plain ASCII. */
function inOrder(sort: Readonly<Record<string, 1 | -1>>) {
  const keys = Object.entries(sort).map(([path, direction]) => [path === '_id' ? 'id' : path, direction] as const);
  return (one: object, other: object): number => {
    for (const [path, direction] of keys) {
      const order = compare(getPath(one, path), getPath(other, path));
      if (order !== 0) return order * direction;
    }
    return 0;
  };
}

/** What both filters match. */
export const both = (filter: Filter, rest: Filter): Filter =>
  Object.keys(rest).length === 0 ? filter : { $and: [filter, rest] };

/** One stretch of the list, out of as many records of each branch; a record that several branches have comes once. */
export async function mergeBranches<T extends Versioned>(
  records: Records<T>,
  { filters, hint }: Branches,
  rest: Filter,
  {
    skip,
    limit,
    sort,
  }: { readonly skip: number; readonly limit: number; readonly sort: Readonly<Record<string, 1 | -1>> },
): Promise<T[]> {
  const found = await Promise.all(
    filters.map((filter) => records.find(both(filter, rest), { hint, sort, limit: skip + limit })),
  );
  const once = new Map(found.flat().map((record) => [record.id, record]));
  return [...once.values()].sort(inOrder(sort)).slice(skip, skip + limit);
}
