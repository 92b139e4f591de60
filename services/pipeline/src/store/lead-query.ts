import type { Filter } from '@plotline/kit/mongo/collection';
import { type CreationRange, matchCreatedWithin } from '@plotline/kit/mongo/created-within';
import type { ListQuery } from '@plotline/kit/mongo/list';
import type { Source, Stage } from '../domain/lead.js';
import { type SearchCondition, searchCondition } from './search-index.js';

/** Which leads a list shows, and in which order. All conditions hold together. */
export interface LeadQuery extends ListQuery, CreationRange {
  /** Any of them; an empty list matches nothing. */
  readonly stages?: readonly Stage[];
  readonly sources?: readonly Source[];
  readonly agent_id?: string;
  readonly min_score?: number;
  readonly property_id?: string;
  /** Any of them. */
  readonly tags?: readonly string[];
  readonly search?: string;
}

/** One value is asked for as such, which lets an index also serve the order. */
function anyOf(values: readonly string[]): unknown {
  return values.length === 1 ? values[0] : { $in: [...values] };
}

export interface LeadConditions {
  readonly filter: Filter;
  /** What a search adds to the filter. */
  readonly search: SearchCondition | null;
}

/** The query in MongoDB's words. */
export function conditionsOf(query: LeadQuery): LeadConditions {
  const { stages, sources, agent_id, min_score, property_id, tags, search } = query;
  const filter = {
    ...(stages && { stage: anyOf(stages) }),
    ...(sources && { source: anyOf(sources) }),
    ...(agent_id !== undefined && { assigned_agent: agent_id }),
    ...(property_id !== undefined && { interested_properties: property_id }),
    ...(tags && { tags: anyOf(tags) }),
    ...(min_score !== undefined && { score: { $gte: min_score } }),
    ...matchCreatedWithin(query),
  };
  return { filter, search: search ? searchCondition(search) : null };
}
