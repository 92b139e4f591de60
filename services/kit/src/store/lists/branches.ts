import type { ClientSession } from 'mongoose';
import type { Filter, Records, Versioned } from '../records/records.js';
import type { Projection } from './find-options.js';

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
  readonly limit: number;
  readonly sort: Sort;
  /** Keeps the fields of the order. */
  readonly projection?: Projection;
  readonly session?: ClientSession;
}

type EachRecord<T extends Versioned> = Pick<Records<T>, 'each'>;

/** The next record of a branch; none at its end. */
async function readHead<T>(branch: AsyncGenerator<T>) {
  const { value, done } = await branch.next();
  return done ? [] : [{ record: value, branch }];
}

/** The records of the merged branches in their order, up to the limit; a record of several branches once. */
export async function* eachOfBranches<T extends Versioned>(
  records: EachRecord<T>,
  { filters, hint }: Branches,
  after: Filter,
  options: MergeOptions,
): AsyncGenerator<T> {
  const compare = createComparator(options.sort);
  const branches = filters.map((filter) => records.each(combineFilters(filter, after), { ...options, hint }));
  const shown = new Set<string>();
  try {
    let heads = (await Promise.all(branches.map(readHead))).flat();
    for (;;) {
      const [first, ...others] = heads.sort((one, other) => compare(one.record, other.record));
      if (!first) return;
      const { record, branch } = first;
      if (!shown.has(record.id)) yield record;
      if (shown.add(record.id).size === options.limit) return;
      heads = [...(await readHead(branch)), ...others];
    }
  } finally {
    await Promise.all(branches.map((branch) => branch.return(undefined)));
  }
}

/** One page of the merged branches. */
export async function mergeBranches<T extends Versioned>(
  records: EachRecord<T>,
  branches: Branches,
  after: Filter,
  { skip, limit, ...options }: MergeOptions & { readonly skip: number },
): Promise<T[]> {
  const found: T[] = [];
  for await (const record of eachOfBranches(records, branches, after, { ...options, limit: skip + limit })) {
    found.push(record);
  }
  return found.slice(skip);
}
