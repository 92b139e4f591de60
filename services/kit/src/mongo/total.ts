import { LRUCache } from 'lru-cache';
import type { Filter, Records, Versioned } from './collection.js';

/** Up to here a total is exact; above it may be this old (decisions, "Envelopes and errors"). */
const exactUpTo = 10_000;
const staleMs = 5_000;

const large = new LRUCache<string, number>({ max: 5_000, ttl: staleMs });

/** Number of records that match: exact up to 10,000, above that at most five seconds old, so that it stays cheap. */
export async function countMatches<T extends Versioned>(
  records: Records<T>,
  filter: Filter,
  hint?: string,
): Promise<number> {
  const key = records.fingerprint(filter);
  const known = large.get(key);
  if (known !== undefined) return known;
  const options = hint === undefined ? {} : { hint };
  const bounded = await records.count(filter, { ...options, limit: exactUpTo + 1 });
  if (bounded <= exactUpTo) return bounded;
  const total = await records.count(filter, options);
  large.set(key, total);
  return total;
}
