import { matchAny, matchRange, matchTimeRanges, type TimeRanges } from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import type { Filter } from '@plotline/kit/store/records/records';
import { stages as allStages, isActive, type Source, type Stage } from '../model/lead.js';
import { createSearchCondition, type SearchCondition } from './search-index.js';

/** Conditions of a list of leads, joined by AND, and its order. */
export interface LeadQuery extends ListQuery, TimeRanges {
  /** Joined by OR; an empty list matches nothing. */
  readonly stages?: readonly Stage[];
  readonly sources?: readonly Source[];
  /** Null for leads without an agent. */
  readonly agent_id?: string | null;
  readonly min_score?: number;
  readonly property_id?: string;
  /** Joined by OR. */
  readonly tags?: readonly string[];
  /** Ids of leads, joined by OR. */
  readonly ids?: readonly string[];
  /** Joined by OR. */
  readonly external_ids?: readonly string[];
  readonly search?: string;
  /**
   * Country of the workspace, ISO 3166-1 alpha-2; empty for none. `search` reads national phones as people dial them
   * there.
   */
  readonly country?: string;
  /** Bounds of `next_follow_up`, each a day (UTC) or a timestamp. */
  readonly follow_up_after?: string;
  readonly follow_up_before?: string;
  /**
   * Whether to exclude leads without a follow-up. Lists in the order of follow-ups only contain leads that have one.
   */
  readonly has_follow_up?: boolean;
  /** Lower bound of `stage_entered_at`, a day (UTC) or a timestamp. */
  readonly stage_entered_after?: string;
}

/** Sorts before every follow-up. */
const earliest = new Date('0000-01-01T00:00:00.000Z');

function matchFollowUp({ follow_up_after, follow_up_before, has_follow_up }: LeadQuery): Filter {
  const range = matchRange(['follow_up_after', follow_up_after], ['follow_up_before', follow_up_before]);
  if (!range && !has_follow_up) return {};
  return { next_follow_up: { $gte: earliest, ...range } };
}

/** A move also sets `updated_at`, so the index of that field finds the moved leads. */
function matchTimes({ stage_entered_after: after, ...query }: LeadQuery): Filter {
  const range = matchRange(['stage_entered_after', after], ['stage_entered_after', undefined]);
  if (!range || after === undefined) return matchTimeRanges(query);
  return { stage_entered_at: range, ...matchTimeRanges({ ...query, updated_after: query.updated_after ?? after }) };
}

/** Whether a lead is active or closed is a derived value, which has an index. */
function matchStages(stages: readonly Stage[]): Filter {
  for (const closed of [false, true]) {
    const all = allStages.filter((stage) => isActive(stage) !== closed);
    if (stages.length === all.length && all.every((stage) => stages.includes(stage)))
      return { 'derived.closed': closed };
  }
  return { stage: matchAny(stages) };
}

export interface LeadConditions {
  readonly filter: Filter;
  /** Condition for the search term. */
  readonly search: SearchCondition | null;
}

/** Converts the query to a MongoDB filter. */
export function toConditions(query: LeadQuery): LeadConditions {
  const { stages, sources, agent_id, min_score, property_id, tags, ids, external_ids, search, country } = query;
  const filter = {
    ...(ids && { _id: matchAny(ids) }),
    ...(external_ids && { external_id: matchAny(external_ids) }),
    ...(stages && matchStages(stages)),
    ...(sources && { source: matchAny(sources) }),
    ...(agent_id !== undefined && { assigned_agent: agent_id }),
    ...(property_id !== undefined && { interested_properties: property_id }),
    ...(tags && { tags: matchAny(tags) }),
    ...(min_score !== undefined && { score: { $gte: min_score } }),
    ...matchFollowUp(query),
    ...matchTimes(query),
  };
  return { filter, search: search ? createSearchCondition(search, country) : null };
}
