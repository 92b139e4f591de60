import type { Filter, Versioned } from '../records/records.js';
import type { Branches } from './branches.js';
import { matchTimeRanges, type TimeRanges } from './time-ranges.js';
import { type Countable, findTotal, type KnownTotal } from './total.js';

/** How a list is read and counted; hints are names of indexes. */
export interface ListPlan {
  readonly filter: Filter;
  readonly hint: string;
  readonly countHint: string;
  readonly branches?: Branches;
  /** The number of matches, where the plan needed it. */
  readonly total?: number;
  readonly totalIsEstimate?: true;
}

/**
 * Up to this number, the matches are read by the index that finds them and then sorted. Beyond it, they are so frequent that
 * a scan in the order of the list soon meets enough of them. Either way a page costs a bounded number of reads.
 */
const maxSortedMatches = 1_000;

/** By `index`, which finds the matches, or when they are many by the index `sort`, which has the order of the list. */
export async function planByMatches<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  index: string,
  sort: string,
  knownTotal?: KnownTotal,
): Promise<ListPlan> {
  const { total, isEstimate } = await findTotal(records, filter, index, knownTotal);
  // Of those that could not be counted in time there are many.
  if (isEstimate) return { filter, hint: sort, countHint: index, total, totalIsEstimate: true };
  return { filter, hint: total > maxSortedMatches ? sort : index, countHint: index, total };
}

/** Whether the index finds at most so many records that match. It reads one more than that at most. */
export async function hasAtMost<T extends Versioned>(
  records: Pick<Countable<T>, 'count'>,
  filter: Filter,
  hint: string,
  maxCount: number,
): Promise<boolean> {
  return (await records.count(filter, { hint, limit: maxCount + 1 })) <= maxCount;
}

/** Records of a range, up to which the index on its time finds the matches, whatever else the filter asks for. */
const maxNarrowRange = 10_000;

/**
 * The plan of a list by a range of time, where that is better than a plan by the other conditions: the range is all that the list
 * asks for, or has few records. Null otherwise. A range of `created_at` in a list in its order is left to the list's own
 * indexes, which end with it. Indexes on a time are named like it.
 */
export async function planByTime<T extends Versioned>(
  records: Countable<T>,
  filter: Filter,
  query: TimeRanges & { readonly sort: string },
): Promise<ListPlan | null> {
  const { updated_at, created_at } = matchTimeRanges(query);
  const [time, range] = updated_at ? ['updated_at', { updated_at }] : ['created_at', { created_at }];
  if (!updated_at && (!created_at || query.sort === 'created_at')) return null;
  const isAll = Object.keys(filter).length === 1 && time in filter;
  if (isAll && query.sort === time) return { filter, hint: time, countHint: time };
  const isServed = isAll || (await hasAtMost(records, range, time, maxNarrowRange));
  return isServed ? planByMatches(records, filter, time, query.sort) : null;
}
