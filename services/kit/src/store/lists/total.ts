import { LRUCache } from 'lru-cache';
import { createBatcher } from '../../core/batcher.js';
import type { Filter, Records, Versioned } from '../records/records.js';

/** Up to here a total is exact; a larger one may be as old as `maxAgeMs` (decisions, "Envelopes and errors"). */
const maxExactTotal = 10_000;
const maxAgeMs = 5_000;
/** An older one is counted again in the background by whoever asks for it, so that nobody waits for a large count. */
const freshMs = 2_000;

/** A count that takes longer than a total may be old gives an estimate. It is kept so long, and then counted again in the background. */
const maxEstimateAgeMs = 600_000;
const freshEstimateMs = 60_000;
/** Such a count, for which nobody waits, may take so long. */
const maxBackgroundMs = 30_000;

/** How many records match. */
export interface Total {
  readonly total: number;
  /** They could not be counted in time: there are about so many, or more. */
  readonly isEstimate: boolean;
}

interface LargeTotal extends Total {
  /** When the count began. */
  readonly countedAt: number;
}

/** Larger totals by query. An expired one still tells that its query has a large total. */
const largeTotals = new LRUCache<string, LargeTotal>({ max: 5_000, ttl: maxAgeMs, noDeleteOnStaleGet: true });

/** What countMatches needs of records. */
export type Countable<T extends Versioned> = Pick<Records<T>, 'count' | 'toCacheKey'>;

/** Tells a total without counting; null where it is not known. */
export type KnownTotal = () => Promise<number | null>;

interface Question {
  readonly key: string;
  /** Counts the matches, all of them or up to a limit. */
  readonly count: (options: { readonly limit?: number; readonly maxTimeMS: number }) => Promise<number>;
  readonly maxTimeMS: number;
}

/** MongoDB's error of an operation that has taken its `maxTimeMS`. */
function hasExpired(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 50;
}

/** Keeps a large total for as long as it may be old, and one that is older already, or was not counted to its end, as an estimate. */
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
  // A total that was large most likely still is: counting up to the bound first would read its beginning twice.
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
 * One count of a query at a time. Who asks while one is under way waits for the next, as a record that was stored before the
 * question counts; who asks while that one waits shares it.
 */
const countOnce = createBatcher<Question, Total>({
  key: ({ key }) => key,
  maxBatch: Number.POSITIVE_INFINITY,
  run: async ([question]) => (question ? count(question) : { total: 0, isEstimate: false }),
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

/** Number of records that match: exact up to 10,000, above that at most five seconds old, as counting them is slow. An estimate where it takes longer than that. */
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

/** As `countOrEstimate`, for those to whom it makes no difference. */
export async function countMatches<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint?: string,
): Promise<number> {
  return (await countOrEstimate(records, filter, hint)).total;
}

/** The total, by a count only where it is not known. */
export async function findTotal<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  hint: string | undefined,
  knownTotal: KnownTotal = async () => null,
): Promise<Total> {
  const known = await knownTotal();
  return known === null ? countOrEstimate(records, filter, hint) : { total: known, isEstimate: false };
}
