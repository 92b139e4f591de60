import type { ClientSession } from 'mongoose';
import { combineFilters, mergeBranches } from './branches.js';
import type { ListPlan } from './list-plan.js';
import type { Filter, Records, Versioned } from './records.js';
import { countMatches } from './total.js';

/** Walks go by the time of creation, which no change of a record moves: an index seeks each page directly. */
export const walkOrder = { sort: 'created_at', order: 'asc' } as const;

/** What is read of a walk. */
export interface WalkPage {
  /** Matches what comes after the page before. */
  readonly after: Filter;
  /** 0: the matches are counted alone. */
  readonly limit: number;
  /** Whether the matches are counted, too. */
  readonly isCounted: boolean;
  /** The state of the database that is read; undefined for the present one. */
  readonly session?: ClientSession;
}

export interface Walked<T> {
  readonly records: readonly T[];
  readonly total: number;
}

/** One page of a walk, which a plan in the order of walks serves. */
export async function walkRecords<T extends Versioned>(
  records: Records<T>,
  { filter, hint, countHint, branches }: ListPlan,
  { after, limit, isCounted, session }: WalkPage,
): Promise<Walked<T>> {
  if (limit === 0) return { records: [], total: await countMatches(records, filter, countHint) };
  const options = { sort: { created_at: 1, _id: 1 }, limit, ...(session && { session }) } as const;
  // One after the other: the first answer tells the session which state it reads.
  const total = isCounted ? await records.count(filter, { hint: countHint, ...(session && { session }) }) : 0;
  const found = branches
    ? await mergeBranches(records, branches, after, { ...options, skip: 0 })
    : await records.find(combineFilters(filter, after), { ...options, hint });
  return { records: found, total };
}
