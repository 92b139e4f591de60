import type { Branches } from '@plotline/kit/mongo/branches';
import type { Filter } from '@plotline/kit/mongo/collection';
import { type Countable, countMatches } from '@plotline/kit/mongo/total';
import type { Lead } from '../domain/lead.js';
import { conditionsOf, type LeadQuery } from './lead-query.js';
import { type Narrowing, narrowingOf } from './narrowing.js';

/** How a list is read: with which index, and with which its matches are counted. */
export interface LeadPlan {
  readonly filter: Filter;
  readonly hint: string;
  readonly countHint: string;
  readonly branches?: Branches;
  /** How many match, where the plan had to know. */
  readonly total?: number;
}

/**
 * Up to so many matches are read by the index that finds them and sorted afterwards. More are so many that a walk in the
 * order of the list soon meets enough of them. Either way a page costs a bounded number of reads.
 */
const fewMatches = 1_000;

/** To look for a short term in more leads than this costs more than to read the texts of all, which are in an index. */
const manyMatches = 10_000;

/** More values than these are so many leads that a walk in the order soon meets enough of them. */
const mostBranches = 4;

async function planNarrowed(records: Countable<Lead>, filter: Filter, index: string, sort: string): Promise<LeadPlan> {
  const total = await countMatches(records, filter, index);
  return { filter, hint: total > fewMatches ? sort : index, countHint: index, total };
}

/** Whether a short term is better looked for in the texts of all leads than in the leads that an index narrows to. */
async function isForTexts(records: Countable<Lead>, filter: Filter, index: string | undefined): Promise<boolean> {
  if (index === undefined) return true;
  return (await records.count(filter, { hint: index, limit: manyMatches + 1 })) > manyMatches;
}

function withReplacement(filter: Filter, { field, values, replaces }: Narrowing): Filter {
  if (replaces === undefined) return filter;
  const { [replaces]: _replaced, ...rest } = filter;
  return { ...rest, [field]: values[0] };
}

/**
 * In the order that the narrowing indexes give. Of several values each is asked by itself: that they are many says nothing
 * about where in the order they are, as when the leads of a stage are all old ones.
 */
function planInOrder(filter: Filter, { index, countIndex, field, values }: Narrowing): LeadPlan | null {
  if (values.length === 1) return { filter, hint: index, countHint: countIndex };
  if (values.length === 0 || values.length > mostBranches) return null;
  const filters = values.map((value) => ({ ...filter, [field]: value }));
  return { filter, hint: 'created_at', countHint: countIndex, branches: { filters, hint: index } };
}

/** Decides how to read a list. An index is named like the field that it orders or finds by. */
export async function planList(records: Countable<Lead>, query: LeadQuery): Promise<LeadPlan> {
  const { filter, search } = conditionsOf(query);
  const { sort } = query;
  if (search?.indexed) {
    // The texts come first: where the index is not used, they settle it for less than all keys of a lead would.
    return planNarrowed(records, { ...filter, ...search.matches, ...search.indexed }, 'search', sort);
  }
  const whole = { ...filter, ...search?.matches };
  const narrowing = narrowingOf(query);
  const replaced = (full: Filter) => (narrowing ? withReplacement(full, narrowing) : full);
  if (search && (await isForTexts(records, replaced(filter), narrowing?.countIndex))) {
    return planNarrowed(records, whole, 'text', sort);
  }
  const isOrdered = sort === 'created_at' && !(narrowing?.isOfMany && 'created_at' in whole);
  const inOrder = narrowing && isOrdered ? planInOrder(replaced(whole), narrowing) : null;
  if (inOrder) return inOrder;
  if (narrowing) return planNarrowed(records, replaced(whole), narrowing.countIndex, sort);
  if (query.min_score === undefined) return { filter: whole, hint: sort, countHint: sort };
  if (sort === 'score') return { filter: whole, hint: sort, countHint: 'score_count' };
  return planNarrowed(records, whole, 'score_count', sort);
}
