import { LRUCache } from 'lru-cache';
import type { Filter, Records, Versioned } from './collection.js';

/** Up to here a total is exact; a larger one may be as old as `maxAgeMs` (decisions, "Envelopes and errors"). */
const maxExactTotal = 10_000;
const maxAgeMs = 5_000;

/** Larger totals by query. An expired one still tells that its query has a large total. */
const largeTotals = new LRUCache<string, number>({ max: 5_000, ttl: maxAgeMs, noDeleteOnStaleGet: true });

/** What countMatches needs of records. */
export type Countable<T extends Versioned> = Pick<Records<T>, 'count' | 'toCacheKey'>;

/** The number of matches if it can be told exactly, otherwise null. */
async function countUpToBound<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  options: { readonly hint?: string },
): Promise<number | null> {
  const count = await records.count(filter, { ...options, limit: maxExactTotal + 1 });
  return count <= maxExactTotal ? count : null;
}

/** Number of records that match: exact up to 10,000, above that at most five seconds old, as counting them is slow. */
export async function countMatches<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint?: string,
): Promise<number> {
  const key = records.toCacheKey(filter);
  const cached = largeTotals.get(key);
  if (cached !== undefined) return cached;
  const options = hint === undefined ? {} : { hint };
  // A total that was large most likely still is: counting up to the bound first would read its beginning twice.
  const wasLarge = largeTotals.peek(key, { allowStale: true }) !== undefined;
  const exact = wasLarge ? null : await countUpToBound(records, filter, options);
  if (exact !== null) return exact;
  const total = await records.count(filter, options);
  if (total > maxExactTotal) largeTotals.set(key, total);
  else largeTotals.delete(key);
  return total;
}
