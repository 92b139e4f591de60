import mongoose, { type ClientSession } from 'mongoose';
import type { Filter, Records, Versioned } from '../records/records.js';
import { combineFilters, eachOfBranches } from './branches.js';
import type { ListPlan } from './list-plan.js';
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
  /** Bounds the bytes of the records that are read; absent where the limit does. */
  readonly byteBound?: ByteBound;
}

/** Bounds what is read for a page: records may be so large that as many as its limit do not fit into memory. */
export class ByteBound {
  readonly #maxBytes: number;
  #bytes = 0;
  #count = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Counts a record as it is stored. */
  add(record: object): void {
    this.#bytes += mongoose.mongo.BSON.calculateObjectSize(record);
    this.#count += 1;
  }

  /** Whether the record that was read last is more than the page takes: it is left to the next one. A page has at least one. */
  get isExceeded(): boolean {
    return this.#bytes > this.#maxBytes && this.#count > 1;
  }
}

export interface Walked<T> {
  readonly records: readonly T[];
  readonly total: number;
}

/** One page of a walk, which a plan in the order of walks serves. It ends early with the record that exceeds the bound of its bytes. */
export async function walkRecords<T extends Versioned>(
  records: Records<T>,
  { filter, hint, countHint, branches }: ListPlan,
  { after, limit, isCounted, session, byteBound }: WalkPage,
): Promise<Walked<T>> {
  if (limit === 0) return { records: [], total: await countMatches(records, filter, countHint) };
  const options = { sort: { created_at: 1, _id: 1 }, limit, ...(session && { session }) } as const;
  // One after the other: the first answer tells the session which state it reads.
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
