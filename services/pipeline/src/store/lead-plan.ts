import type { Filter } from '@plotline/kit/mongo/collection';
import { type Countable, countMatches } from '@plotline/kit/mongo/total';
import type { Lead } from '../domain/lead.js';
import { conditionsOf, type LeadQuery } from './lead-query.js';

/** How a list is read: with which index, and with which its matches are counted. */
export interface LeadPlan {
  readonly filter: Filter;
  readonly hint: string;
  readonly countHint: string;
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

async function planNarrowed(records: Countable<Lead>, filter: Filter, index: string, sort: string): Promise<LeadPlan> {
  const total = await countMatches(records, filter, index);
  return { filter, hint: total > fewMatches ? sort : index, countHint: index, total };
}

/** Whether a short term is better looked for in the texts of all leads than in the leads that an index narrows to. */
async function isForTexts(records: Countable<Lead>, filter: Filter, index: string | undefined): Promise<boolean> {
  if (index === undefined) return true;
  return (await records.count(filter, { hint: index, limit: manyMatches + 1 })) > manyMatches;
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
  const found = narrowing.find(({ values }) => values(query) > 0);
  if (search && (await isForTexts(records, filter, found?.index))) return planNarrowed(records, whole, 'text', sort);
  if (found && sort === 'created_at' && found.values(query) === 1) {
    return { filter: whole, hint: found.index, countHint: found.index };
  }
  if (found) return planNarrowed(records, whole, found.index, sort);
  if (query.min_score !== undefined && sort !== 'score') return planNarrowed(records, whole, 'score', sort);
  return { filter: whole, hint: sort, countHint: sort };
}
