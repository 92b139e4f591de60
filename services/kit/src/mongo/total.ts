import { LRUCache } from 'lru-cache';
import type { Filter, Records, Versioned } from './collection.js';

/** Up to here a total is exact; above it may be this old (decisions, "Envelopes and errors"). */
const exactUpTo = 10_000;
const staleMs = 5_000;

/** Totals above that, by question. One that is too old to be told still says that its question has a large answer. */
const large = new LRUCache<string, number>({ max: 5_000, ttl: staleMs, noDeleteOnStaleGet: true });

/** What is asked of records in order to count them. */
export type Countable<T extends Versioned> = Pick<Records<T>, 'count' | 'fingerprint'>;

/** Whether the matches are few enough to be told exactly: their number, or null. */
async function countFew<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  options: { readonly hint?: string },
): Promise<number | null> {
  const bounded = await records.count(filter, { ...options, limit: exactUpTo + 1 });
  return bounded <= exactUpTo ? bounded : null;
}

/** Number of records that match: exact up to 10,000, above that at most five seconds old, so that it stays cheap. */
export async function countMatches<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint?: string,
): Promise<number> {
  const key = records.fingerprint(filter);
  const known = large.get(key);
  if (known !== undefined) return known;
  const options = hint === undefined ? {} : { hint };
  // What was large before most likely still is: counted to the bound first, its beginning would be read twice.
  const wasLarge = large.peek(key, { allowStale: true }) !== undefined;
  const few = wasLarge ? null : await countFew(records, filter, options);
  if (few !== null) return few;
  const total = await records.count(filter, options);
  if (total > exactUpTo) large.set(key, total);
  else large.delete(key);
  return total;
}
