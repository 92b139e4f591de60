import type { operations } from '../../../../gen/api.js';
import type { Filters } from '../../../components/filter-bar.js';
import { sources } from '../../../components/lead-choices.js';

type SummaryQuery = NonNullable<operations['getLeadSummary']['parameters']['query']>;

/** The leads that the board shows, as the API filters them. */
export type BoardQuery = Pick<SummaryQuery, 'agent_id' | 'source' | 'min_score' | 'property_id' | 'tags' | 'search'>;

const filterNames = ['agent_id', 'source', 'min_score', 'property_id', 'tags', 'search'] as const;

/** The values of a parameter that takes several, separated by commas. */
export function splitValues(text: string | undefined): string[] {
  const values = (text ?? '').split(',').map((value) => value.trim());
  return [...new Set(values.filter((value) => value !== ''))];
}

function readScore(text: string | undefined): number | undefined {
  const score = Number(text ?? Number.NaN);
  return score > 0 && score <= 100 ? score : undefined;
}

/** What the address asks for; what no filter of the board could have set is left out. */
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

/** The filters as the text that a saved view keeps. */
export function toViewQuery(filters: Filters): string {
  const entries = filterNames.map((name) => [name, filters[name] ?? '']).filter(([, value]) => value !== '');
  return new URLSearchParams(Object.fromEntries(entries)).toString();
}

/** All filters of the board as a saved view has them; those that it does not name are cleared. */
export function readViewQuery(query: string): Filters {
  const kept = new URLSearchParams(query);
  return Object.fromEntries(filterNames.map((name) => [name, kept.get(name) ?? undefined]));
}
