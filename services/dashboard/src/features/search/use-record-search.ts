import { useQueries } from '@tanstack/react-query';
import { type Tenant, useTenant } from '../../api/workspace.js';
import { searchDeals, searchLeads, searchPeople, searchProperties, searchUnits } from './search-records.js';

/** Minimum length of a search text. Shorter texts match too many names. */
const minLength = 2;

const searches = [
  { group: 'Leads', resource: 'leads', search: searchLeads },
  { group: 'Properties', resource: 'properties', search: searchProperties },
  { group: 'Units', resource: 'units', search: searchUnits },
  { group: 'Deals', resource: 'deals', search: searchDeals },
  { group: 'People', resource: 'people', search: searchPeople },
] as const;

const createQuery = (tenant: Tenant, text: string, { resource, search }: (typeof searches)[number]) => ({
  queryKey: [...tenant.key, resource, 'search', text],
  enabled: text.length >= minLength,
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => search(tenant.api, text, signal),
});

/** Searches records of all kinds for a text. A new text cancels the requests for the previous text. */
export function useRecordSearch(text: string) {
  const tenant = useTenant();
  const results = useQueries({ queries: searches.map((one) => createQuery(tenant, text, one)) });
  return {
    groups: searches.map(({ group }, index) => ({ group, records: results[index]?.data ?? [] })),
    isSearching: results.some(({ isLoading }) => isLoading),
    error: results.find(({ error }) => error)?.error,
  };
}
