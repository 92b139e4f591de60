import { LRUCache } from 'lru-cache';
import { createBatcher } from '../../core/batcher.js';
import type { Filter, Records, Versioned } from '../records/records.js';

/** Totals up to this number are exact. A larger total may be up to `maxAgeMs` old. */
const maxExactTotal = 10_000;
const maxAgeMs = 5_000;
/** Age after which the next request for a total starts a new count in the background, so that nobody waits for it. */
const freshMs = 2_000;

/** If a count takes longer than `maxAgeMs`, its result is an estimate. Estimates are kept for this long. */
const maxEstimateAgeMs = 600_000;
/** Age after which the next request for an estimate starts a new count in the background. */
const freshEstimateMs = 60_000;
/** Time limit of a background count. Nobody waits for it. */
const maxBackgroundMs = 30_000;

/** Number of matching records. */
export interface Total {
  readonly total: number;
  /** Set if the matches could not be counted in time. There may be more. */
  readonly isEstimate: boolean;
}

interface LargeTotal extends Total {
  /** Time at which the count began. */
  readonly countedAt: number;
}

/** Large totals by query. An expired total still shows that its query has many matches. */
const largeTotals = new LRUCache<string, LargeTotal>({ max: 5_000, ttl: maxAgeMs, noDeleteOnStaleGet: true });

/** Records that can be counted. */
export type Countable<T extends Versioned> = Pick<Records<T>, 'count' | 'toCacheKey'>;

/** Returns the known total without counting; null if it is unknown. */
export type KnownTotal = () => Promise<number | null>;

interface Question {
  readonly key: string;
  /** Counts all matches, or those up to a limit. */
  readonly count: (options: { readonly limit?: number; readonly maxTimeMS: number }) => Promise<number>;
  readonly maxTimeMS: number;
}

/** Returns whether MongoDB stopped the operation because its `maxTimeMS` had passed. */
function hasExpired(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 50;
}

/** Caches a large total. Marks it as an estimate if the count took too long or was stopped early. */
function keep(key: string, total: number, countedAt: number, isWhole: boolean): Total {
  const age = performance.now() - countedAt;
  const isEstimate = !isWhole || (total > maxExactTotal && age >= maxAgeMs);
  if (isEstimate) largeTotals.set(key, { total, countedAt, isEstimate }, { ttl: maxEstimateAgeMs });
  else if (total > maxExactTotal) largeTotals.set(key, { total, countedAt, isEstimate }, { ttl: maxAgeMs - age });
  else largeTotals.delete(key);
  return { total, isEstimate };
}

async function count({ key, count: countUpTo, maxTimeMS }: Question): Promise<Total> {
  const countedAt = performance.now();
  // A total that was large is most likely still large. Counting up to the limit first would read the first records
  // twice.
  const last = largeTotals.peek(key, { allowStale: true });
  let known = last?.total ?? 0;
  try {
    if (!last) known = await countUpTo({ limit: maxExactTotal + 1, maxTimeMS });
    if (!last && known <= maxExactTotal) return { total: known, isEstimate: false };
    return keep(key, await countUpTo({ maxTimeMS }), countedAt, true);
  } catch (error) {
    if (!hasExpired(error)) throw error;
    return keep(key, known, countedAt, false);
  }
}

/**
 * Runs one count per query at a time. A request that arrives during a count waits for the next one, because records
 * that were stored before the request must be counted. All waiting requests share the next count.
 */
const countOnce = createBatcher<Question, Total>({
  key: ({ key }) => key,
  maxBatch: Number.POSITIVE_INFINITY,
  run: async ([question]) => (question ? count(question) : { total: 0, isEstimate: false }),
});

let isRefreshing = false;

/**
 * Counts in the background, one query at a time per process, because several would slow down counts that someone waits
 * for. Other queries are counted on their next request.
 */
function refresh(question: Question): void {
  if (isRefreshing) return;
  isRefreshing = true;
  // If a count failed, the next request repeats it.
  void countOnce(question)
    .catch(() => undefined)
    .finally(() => {
      isRefreshing = false;
    });
}

/**
 * Returns the number of matching records. It is exact up to 10,000. Counting is slow, so a larger number may be up to
 * five seconds old. If counting takes longer, the number is an estimate.
 */
export async function countOrEstimate<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint?: string,
): Promise<Total> {
  const key = records.toCacheKey(filter);
  const placed = hint !== undefined && { hint };
  const question: Question = {
    key,
    count: (options) => records.count(filter, { ...placed, ...options }),
    maxTimeMS: maxAgeMs,
  };
  const known = largeTotals.get(key);
  if (known === undefined) return countOnce(question);
  const { total, isEstimate, countedAt } = known;
  const isFresh = performance.now() - countedAt <= (isEstimate ? freshEstimateMs : freshMs);
  if (!isFresh) refresh(isEstimate ? { ...question, maxTimeMS: maxBackgroundMs } : question);
  return { total, isEstimate };
}

/** Counts like `countOrEstimate`, for callers that treat an estimate like an exact count. */
export async function countMatches<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint?: string,
): Promise<number> {
  return (await countOrEstimate(records, filter, hint)).total;
}

/** Returns the total; counts only if it is unknown. */
export async function findTotal<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint: string | undefined,
  knownTotal: KnownTotal = async () => null,
): Promise<Total> {
  const known = await knownTotal();
  return known === null ? countOrEstimate(records, filter, hint) : { total: known, isEstimate: false };
}
