import type { ClientSession } from 'mongoose';
import type { Projection } from '../records/record-model.js';
import type { Filter, Records, Versioned } from '../records/records.js';

/** Filters that together match what the list's own filter matches; one index returns each in the order of the list. */
export interface Branches {
  readonly filters: readonly Filter[];
  readonly hint: string;
}

/** A page that ends later in the list is not merged: that would read all records before it, from each source. */
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

function compareValues(one: unknown, other: unknown): number {
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

/** Matches what both filters match. */
export function combineFilters(one: Filter, other: Filter): Filter {
  return Object.keys(other).length === 0 ? one : { $and: [one, other] };
}

interface MergeOptions<T> {
  readonly compare: (one: T, other: T) => number;
  readonly toId: (record: T) => string;
  readonly limit: number;
}

/** Reads the next record of a source; none at its end. */
async function readHead<T>(source: AsyncGenerator<T>) {
  const { value, done } = await source.next();
  return done ? [] : [{ record: value, source }];
}

/** Merges sources that have the same order, up to the limit. Yields a record of several sources once. */
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
  /** Keeps the fields of the order. */
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

/** Collects what is left of a merge after `skip` records. */
export async function collectAfter<T>(merged: AsyncIterable<T>, skip: number): Promise<T[]> {
  const found: T[] = [];
  for await (const record of merged) found.push(record);
  return found.slice(skip);
}
