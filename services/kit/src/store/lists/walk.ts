import mongoose, { type ClientSession } from 'mongoose';
import type { Filter, Records, Versioned } from '../records/records.js';
import type { ListPlan } from './list-plan.js';
import { combineFilters, eachOfBranches } from './merge.js';
import { countMatches } from './total.js';

/** Order of walks: by the time of creation, which never changes. An index seeks each page directly. */
export const walkOrder = { sort: 'created_at', order: 'asc' } as const;

/** Part of a walk to read. */
export interface WalkPage {
  /** Matches the records after the previous page. */
  readonly after: Filter;
  /** 0 reads no records and only counts the matches. */
  readonly limit: number;
  /** Whether to count the matches, too. */
  readonly isCounted: boolean;
  /** Session of the snapshot to read; undefined for the current state. */
  readonly session?: ClientSession;
  /** Bounds the bytes of the records that are read; absent if `limit` suffices. */
  readonly byteBound?: ByteBound;
}

/** Bounds the bytes of a page. Records may be so large that a full page doesn't fit into memory. */
export class ByteBound {
  readonly #maxBytes: number;
  #bytes = 0;
  #count = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Adds the stored size of a record. */
  add(record: object): void {
    this.#bytes += mongoose.mongo.BSON.calculateObjectSize(record);
    this.#count += 1;
  }

  /** Whether the last record no longer fits and belongs to the next page. A page has at least one record. */
  get isExceeded(): boolean {
    return this.#bytes > this.#maxBytes && this.#count > 1;
  }
}

export interface Walked<T> {
  readonly records: readonly T[];
  readonly total: number;
}

/**
 * Reads one page of a walk, by a plan for the order of walks. It ends early with the record that exceeds the bound of
 * its bytes.
 */
export async function walkRecords<T extends Versioned>(
  records: Records<T>,
  { filter, hint, countHint, branches }: ListPlan,
  { after, limit, isCounted, session, byteBound }: WalkPage,
): Promise<Walked<T>> {
  if (limit === 0) return { records: [], total: await countMatches(records, filter, countHint) };
  const options = { sort: { created_at: 1, _id: 1 }, limit, ...(session && { session }) } as const;
  // Not in parallel: the first answer gives the session the snapshot that it reads.
  const total = isCounted ? await records.count(filter, { hint: countHint, ...(session && { session }) }) : 0;
  const matches = branches
    ? eachOfBranches(records, branches, after, options)
    : records.each(combineFilters(filter, after), { ...options, hint });
  const found: T[] = [];
  for await (const record of matches) {
    found.push(record);
    byteBound?.add(record);
    if (byteBound?.isExceeded) break;
  }
  return { records: found, total };
}
