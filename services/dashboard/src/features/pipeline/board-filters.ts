import type { operations } from '../../../gen/api.js';
import { sources } from '../../api/enums.js';
import { pickKnown, splitValues } from '../../ui/filters/filter-values.js';
import type { Filters } from '../../ui/filters/use-filters.js';

type SummaryQuery = NonNullable<operations['getLeadSummary']['parameters']['query']>;

/** API parameters that filter the board. */
export type BoardQuery = Pick<SummaryQuery, 'agent_id' | 'source' | 'min_score' | 'property_id' | 'tags' | 'search'>;

export const boardFilterNames = ['agent_id', 'source', 'min_score', 'property_id', 'tags', 'search'] as const;

/** Reads a minimum score. Returns undefined if it is invalid. */
export function readScore(text: string | undefined): number | undefined {
  const score = Number(text ?? Number.NaN);
  return score > 0 && score <= 100 ? score : undefined;
}

/** Converts the filters in the page's address to API parameters. Ignores invalid values. */
export function toBoardQuery(filters: Filters): BoardQuery {
  const source = pickKnown(sources, filters['source']);
  const tags = splitValues(filters['tags']);
  const score = readScore(filters['min_score']);
  const { agent_id: agentId, property_id: propertyId, search } = filters;
  return {
    ...(agentId ? { agent_id: agentId } : {}),
    ...(source.length > 0 ? { source } : {}),
    ...(score === undefined ? {} : { min_score: score }),
    ...(propertyId ? { property_id: propertyId } : {}),
    ...(tags.length > 0 ? { tags } : {}),
    ...(search?.trim() ? { search: search.trim() } : {}),
  };
}
