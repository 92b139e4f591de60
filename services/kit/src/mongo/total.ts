import { LRUCache } from 'lru-cache';
import { createBatcher } from '../batcher.js';
import type { AddedRows } from './find-with-rows.js';
import type { Filter, Records, Versioned } from './records.js';

/** Up to here a total is exact; a larger one may be as old as `maxAgeMs` (decisions, "Envelopes and errors"). */
const maxExactTotal = 10_000;
const maxAgeMs = 5_000;
/** An older one is counted again in the background by whoever asks for it, so that nobody waits for a large count. */
const freshMs = 2_000;

interface LargeTotal {
  readonly total: number;
  /** When the count began. */
  readonly countedAt: number;
}

/** Larger totals by query. An expired one still tells that its query has a large total. */
const largeTotals = new LRUCache<string, LargeTotal>({ max: 5_000, ttl: maxAgeMs, noDeleteOnStaleGet: true });

/** What countMatches needs of records. */
export type Countable<T extends Versioned> = Pick<Records<T>, 'count' | 'toCacheKey'>;

/** Tells a total without counting; null where it is not known. */
export type KnownTotal = () => Promise<number | null>;

/** Tells a total from rows of other collections that are read together with a page; null where they do not tell it. */
export interface TotalRows<Row extends object> extends AddedRows<Row> {
  readonly toTotal: (rows: readonly Row[]) => number | null;
}

interface Question {
  readonly key: string;
  /** Counts the matches, all of them or up to a limit. */
  readonly count: (limit?: { readonly limit: number }) => Promise<number>;
}

async function count({ key, count: countUpTo }: Question): Promise<number> {
  const countedAt = performance.now();
  // A total that was large most likely still is: counting up to the bound first would read its beginning twice.
  const wasLarge = largeTotals.peek(key, { allowStale: true }) !== undefined;
  const bounded = wasLarge ? null : await countUpTo({ limit: maxExactTotal + 1 });
  if (bounded !== null && bounded <= maxExactTotal) return bounded;
  const total = await countUpTo();
  const age = performance.now() - countedAt;
  if (total > maxExactTotal) largeTotals.set(key, { total, countedAt }, { ttl: Math.max(1, maxAgeMs - age) });
  else largeTotals.delete(key);
  return total;
}

/**
 * One count of a query at a time. Who asks while one is under way waits for the next, as a record that was stored before the
 * question counts; who asks while that one waits shares it.
 */
const countOnce = createBatcher<Question, number>({
  key: ({ key }) => key,
  maxBatch: Number.POSITIVE_INFINITY,
  run: async ([question]) => (question ? count(question) : 0),
});

let isRefreshing = false;

/** Counts one query at a time: several would take the processors from those whose total somebody waits for. Others are left to the next who asks. */
function refresh(question: Question): void {
  if (isRefreshing) return;
  isRefreshing = true;
  // A count that fails is repeated by whoever needs it.
  void countOnce(question)
    .catch(() => undefined)
    .finally(() => {
      isRefreshing = false;
    });
}

/** Number of records that match: exact up to 10,000, above that at most five seconds old, as counting them is slow. */
export async function countMatches<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint?: string,
): Promise<number> {
  const options = { ...(hint !== undefined && { hint }), maxTimeMS: maxAgeMs };
  const key = records.toCacheKey(filter);
  const question = { key, count: (limit = {}) => records.count(filter, { ...options, ...limit }) };
  const known = largeTotals.get(key);
  if (known === undefined) return countOnce(question);
  if (performance.now() - known.countedAt > freshMs) refresh(question);
  return known.total;
}

/** The total, by a count only where it is not known. */
export async function findTotal<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint: string | undefined,
  knownTotal: KnownTotal = async () => null,
): Promise<number> {
  return (await knownTotal()) ?? countMatches(records, filter, hint);
}
