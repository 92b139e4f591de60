import { hasAtMost, type ListPlan, planByMatches, planByTime } from '@plotline/kit/store/lists/list-plan';
import type { Countable, KnownTotal } from '@plotline/kit/store/lists/total';
import type { Filter } from '@plotline/kit/store/records/records';
import { stages as allStages, isActive, type Lead, type Stage } from '../domain/lead.js';
import { type LeadQuery, toConditions } from './lead-query.js';
import type { SearchCondition } from './search-index.js';

/** An index that finds the matches of a condition: for each value in the order of `created_at`. */
interface AccessPath {
  readonly index: string;
  /** The indexed field, and the values that match. */
  readonly field: string;
  readonly values: readonly (string | boolean)[];
  /** The field of the filter that this condition replaces. */
  readonly replaces?: string;
  /** The field is an array: with a range of `created_at` the index does not give the order on every engine. */
  readonly isMultikey?: true;
}

function onField(field: string, values: AccessPath['values'], index = field): AccessPath {
  return { index, field, values };
}

const haveSameStages = (one: readonly Stage[], other: readonly Stage[]) =>
  one.length === other.length && one.every((stage) => other.includes(stage));

function onStages(stages: readonly Stage[]): AccessPath {
  for (const isClosed of [false, true]) {
    const all = allStages.filter((stage) => isActive(stage) !== isClosed);
    if (haveSameStages(stages, all)) return { ...onField('derived.closed', [isClosed], 'closed'), replaces: 'stage' };
  }
  return onField('stage', stages);
}

function onAgent(agentId: string, stages: readonly Stage[] | undefined): AccessPath {
  const index = stages?.length === 1 ? 'agent_stage' : 'assigned_agent';
  return onField('assigned_agent', [agentId], index);
}

/** The access path of the condition that is usually the most selective; null when the query has none. */
function chooseAccessPath(query: LeadQuery): AccessPath | null {
  const { external_ids, property_id, tags, agent_id, stages, sources } = query;
  if (external_ids) return onField('external_id', external_ids);
  if (property_id !== undefined) {
    const index = 'interested_properties';
    return { ...onField(index, [property_id]), isMultikey: true };
  }
  if (tags && tags.length > 0) return { ...onField('tags', tags), isMultikey: true };
  if (agent_id !== undefined) return onAgent(agent_id, stages);
  if (stages) return onStages(stages);
  return sources && sources.length > 0 ? onField('source', sources) : null;
}

/** Searching a term that has no index in more leads than these costs more than scanning the index of all texts. */
const maxLookedThrough = 10_000;
/** So few leads are found by the search keys at once, whatever else the query asks for. */
const minLookedThrough = 1_000;
/** An estimate: with each further character of the beginning of a key, a twentieth of the leads is left that have one. */
const leadsPerCharacter = 20;

/** Tells the number of all leads of the workspace; null where it is not known. */
export type CountAll = () => Promise<number | null>;

/**
 * The number of leads up to which those of a filter are looked through for the term. The index of the search finds the more leads that
 * do not contain it the fewer characters are known; a term without an index is searched in the texts of all leads.
 */
async function limitLookedThrough({ indexed, knownCharacters }: SearchCondition, countAll: CountAll): Promise<number> {
  if (!indexed) return maxLookedThrough;
  if (knownCharacters > 3) return 0;
  const found = Math.floor(((await countAll()) ?? 0) / leadsPerCharacter ** (knownCharacters - 1));
  return found < minLookedThrough ? 0 : found;
}

/** The leads of more values than these are so frequent that a scan in the order soon meets enough of them. */
const maxBranches = 4;

function applyReplacement(filter: Filter, { field, values, replaces }: AccessPath): Filter {
  if (replaces === undefined) return filter;
  const { [replaces]: _replaced, ...rest } = filter;
  return { ...rest, [field]: values[0] };
}

/**
 * In the order of the index of the access path. Each of several values is read by itself and merged: all leads of a stage
 * may be old ones, and a scan from the newest lead on would meet none of them for long.
 */
function planInOrder(filter: Filter, { index, field, values }: AccessPath): ListPlan | null {
  if (values.length === 1) return { filter, hint: index, countHint: index };
  if (values.length === 0 || values.length > maxBranches) return null;
  const filters = values.map((value) => ({ ...filter, [field]: value }));
  return { filter, hint: 'created_at', countHint: index, branches: { filters, hint: index } };
}

/** The leads of an agent by the time of the last change have an index of their own. */
function planAgentByTime(filter: Filter, sort: string, accessPath: AccessPath | null): ListPlan | null {
  if (sort !== 'updated_at' || accessPath?.field !== 'assigned_agent') return null;
  const hint = 'agent_updated';
  return { filter, hint, countHint: 'updated_at' in filter ? hint : accessPath.index };
}

/** Leads with a follow-up in a range, up to which the index on it finds the matches, whatever else the query asks for. */
const maxFollowUps = 10_000;

/** Few leads have a follow-up in the range, or that is all that the query asks for: the index on it finds and counts them. */
async function planByFollowUp(records: Countable<Lead>, filter: Filter, sort: string): Promise<ListPlan | null> {
  const { next_follow_up, ...others } = filter;
  if (next_follow_up === undefined) return null;
  const hint = 'next_follow_up';
  const isAll = Object.keys(others).length === 0;
  if (!isAll && !(await hasAtMost(records, { next_follow_up }, hint, maxFollowUps))) return null;
  return sort === hint ? { filter, hint, countHint: hint } : planByMatches(records, filter, hint, sort);
}

/** Plans how to read a list. An index is named like the field that it orders or finds by. */
export async function planList(
  records: Countable<Lead>,
  query: LeadQuery,
  { knownTotal, countAll = async () => null }: { readonly knownTotal?: KnownTotal; readonly countAll?: CountAll } = {},
): Promise<ListPlan> {
  const { filter, search } = toConditions(query);
  const { sort } = query;
  const whole = { ...filter, ...search?.matches };
  const accessPath = chooseAccessPath(query);
  const replaced = (full: Filter) => (accessPath ? applyReplacement(full, accessPath) : full);
  const canLookThrough = async () => {
    if (!search || !accessPath) return false;
    const limit = await limitLookedThrough(search, countAll);
    return limit > 0 && hasAtMost(records, replaced(filter), accessPath.index, limit);
  };
  if (search && !(await canLookThrough())) {
    // The text comes before the keys: without the index it is cheaper to match than the search keys of a lead.
    return planByMatches(records, { ...whole, ...search.indexed }, search.indexed ? 'search' : 'text', sort);
  }
  const byTime =
    planAgentByTime(whole, sort, accessPath) ??
    (await planByTime(records, whole, query)) ??
    (await planByFollowUp(records, whole, sort));
  if (byTime) return byTime;
  const isOrdered = sort === 'created_at' && !(accessPath?.isMultikey && 'created_at' in whole);
  const inOrder = accessPath && isOrdered ? planInOrder(replaced(whole), accessPath) : null;
  if (inOrder) return inOrder;
  if (accessPath) return planByMatches(records, replaced(whole), accessPath.index, sort, knownTotal);
  if (query.min_score === undefined) return { filter: whole, hint: sort, countHint: sort };
  if (sort === 'score') return { filter: whole, hint: sort, countHint: sort };
  return planByMatches(records, whole, 'score', sort);
}
