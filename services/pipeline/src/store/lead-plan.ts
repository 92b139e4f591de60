import type { Filter } from '@plotline/kit/mongo/collection';
import { conditionsOf, type LeadQuery } from './lead-query.js';

/** How a list is read: with which index, and with which its matches are counted. */
export interface LeadPlan {
  readonly filter: Filter;
  readonly hint: string;
  readonly countHint: string;
  /** How many match, where the plan had to know. */
  readonly total?: number;
}

/** The number of matches as lists tell it, counted with an index. */
export type Count = (filter: Filter, hint: string) => Promise<number>;

/**
 * Up to so many matches are read by the index that finds them and sorted afterwards. More are so many that a walk in the
 * order of the list soon meets enough of them. Either way a page costs a bounded number of reads.
 */
const fewMatches = 1_000;

/** Indexes that find the matches of a condition, the most telling first. Each serves the order by `created_at` as well. */
const narrowing = [
  { index: 'interested_properties', values: (query: LeadQuery) => (query.property_id === undefined ? 0 : 1) },
  { index: 'tags', values: ({ tags }: LeadQuery) => tags?.length ?? 0 },
  {
    index: 'agent_stage',
    values: ({ agent_id, stages }: LeadQuery) => (agent_id !== undefined && stages?.length === 1 ? 1 : 0),
  },
  { index: 'assigned_agent', values: (query: LeadQuery) => (query.agent_id === undefined ? 0 : 1) },
  { index: 'stage', values: ({ stages }: LeadQuery) => (stages ? Math.max(1, stages.length) : 0) },
  { index: 'source', values: ({ sources }: LeadQuery) => sources?.length ?? 0 },
] as const;

async function planNarrowed(count: Count, filter: Filter, index: string, sort: string): Promise<LeadPlan> {
  const total = await count(filter, index);
  return { filter, hint: total > fewMatches ? sort : index, countHint: index, total };
}

/** Decides how to read a list. An index is named like the field that it orders or finds by. */
export async function planList(count: Count, query: LeadQuery): Promise<LeadPlan> {
  const { filter, search } = conditionsOf(query);
  const { sort } = query;
  if (search?.indexed) {
    // The texts come first: where the index is not used, they settle it for less than all keys of a lead would.
    return planNarrowed(count, { ...filter, ...search.matches, ...search.indexed }, 'search', sort);
  }
  const whole = { ...filter, ...search?.matches };
  const found = narrowing.find(({ values }) => values(query) > 0);
  if (found && sort === 'created_at' && found.values(query) === 1) {
    return { filter: whole, hint: found.index, countHint: found.index };
  }
  if (found) return planNarrowed(count, whole, found.index, sort);
  // A short term is settled on the texts in their index: all are read, but not the leads.
  if (search) return planNarrowed(count, whole, 'text', sort);
  if (query.min_score !== undefined && sort !== 'score') return planNarrowed(count, whole, 'score', sort);
  return { filter: whole, hint: sort, countHint: sort };
}
