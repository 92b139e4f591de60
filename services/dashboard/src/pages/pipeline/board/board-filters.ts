import type { operations } from '../../../../gen/api.js';
import type { Filters } from '../../../components/filter-bar.js';
import { sources } from '../../../components/lead-choices.js';

type SummaryQuery = NonNullable<operations['getLeadSummary']['parameters']['query']>;

/** API parameters that filter the board. */
export type BoardQuery = Pick<SummaryQuery, 'agent_id' | 'source' | 'min_score' | 'property_id' | 'tags' | 'search'>;

const filterNames = ['agent_id', 'source', 'min_score', 'property_id', 'tags', 'search'] as const;

/** Splits a parameter with several values at its commas. */
export function splitValues(text: string | undefined): string[] {
  const values = (text ?? '').split(',').map((value) => value.trim());
  return [...new Set(values.filter((value) => value !== ''))];
}

/** Reads a minimum score; undefined if it's invalid. */
export function readScore(text: string | undefined): number | undefined {
  const score = Number(text ?? Number.NaN);
  return score > 0 && score <= 100 ? score : undefined;
}

/** Converts the filters in the page's address to API parameters. Ignores invalid values. */
export function toBoardQuery(filters: Filters): BoardQuery {
  const chosen = splitValues(filters['source']);
  const source = sources.filter((one) => chosen.includes(one));
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

/** Serializes the filters for a saved view. */
export function toViewQuery(filters: Filters): string {
  const entries = filterNames.map((name) => [name, filters[name] ?? '']).filter(([, value]) => value !== '');
  return new URLSearchParams(Object.fromEntries(entries)).toString();
}

/** Reads the filters of a saved view. Clears the filters that it doesn't contain. */
export function readViewQuery(query: string): Filters {
  const kept = new URLSearchParams(query);
  return Object.fromEntries(filterNames.map((name) => [name, kept.get(name) ?? undefined]));
}
