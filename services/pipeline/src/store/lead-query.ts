import type { ListQuery } from '@plotline/kit/mongo/list';
import type { Filter } from '@plotline/kit/mongo/records';
import { matchTimeRanges, type TimeRanges } from '@plotline/kit/mongo/time-ranges';
import type { Source, Stage } from '../domain/lead.js';
import { createSearchCondition, type SearchCondition } from './search-index.js';

/** The conditions of a list of leads, joined by AND, and its order. */
export interface LeadQuery extends ListQuery, TimeRanges {
  /** Joined by OR; an empty list matches nothing. */
  readonly stages?: readonly Stage[];
  readonly sources?: readonly Source[];
  readonly agent_id?: string;
  readonly min_score?: number;
  readonly property_id?: string;
  /** Joined by OR. */
  readonly tags?: readonly string[];
  /** Joined by OR. */
  readonly external_ids?: readonly string[];
  readonly search?: string;
}

/** A single value is matched by equality: its index then gives the order, too. */
function matchAny(values: readonly string[]): unknown {
  return values.length === 1 ? values[0] : { $in: [...values] };
}

export interface LeadConditions {
  readonly filter: Filter;
  /** The condition of the search term. */
  readonly search: SearchCondition | null;
}

/** The query as a MongoDB filter. */
export function toConditions(query: LeadQuery): LeadConditions {
  const { stages, sources, agent_id, min_score, property_id, tags, external_ids, search } = query;
  const filter = {
    ...(external_ids && { external_id: matchAny(external_ids) }),
    ...(stages && { stage: matchAny(stages) }),
    ...(sources && { source: matchAny(sources) }),
    ...(agent_id !== undefined && { assigned_agent: agent_id }),
    ...(property_id !== undefined && { interested_properties: property_id }),
    ...(tags && { tags: matchAny(tags) }),
    ...(min_score !== undefined && { score: { $gte: min_score } }),
    ...matchTimeRanges(query),
  };
  return { filter, search: search ? createSearchCondition(search) : null };
}
