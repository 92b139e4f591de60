import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { dealStatuses } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { toAgentFilter } from '../people/to-agent-filter.js';

type Schemas = components['schemas'];
export type Deal = Schemas['Deal'];
export type Instalment = Schemas['Instalment'];

const relations = ['lead', 'property', 'unit'] as const;

export function dealsQuery({ api, key }: Tenant, filters: Filters) {
  const chosen = { ...toCreationRange(filters), ...toAgentFilter(filters), ...toStatusFilter(dealStatuses, filters) };
  const query = { ...chosen, per_page: 50 };
  return infiniteQueryOptions({
    queryKey: [...key, 'deals', query],
    queryFn: ({ pageParam: cursor }) =>
      readBody(api.GET('/v1/deals', { params: { query: { ...query, expand: [...relations], cursor } } })),
    ...cursorPaging,
  });
}

export function dealQuery({ api, key }: Tenant, id: string) {
  const params = { path: { id }, query: { expand: [...relations] } };
  return queryOptions({
    queryKey: [...key, 'deal', id],
    queryFn: () => readBody(api.GET('/v1/deals/{id}', { params })),
  });
}

/** Reads the instalments of a deal, all on one page. */
export function instalmentsQuery({ api, key }: Tenant, id: string) {
  return queryOptions({
    queryKey: [...key, 'instalments', id],
    queryFn: () => readBody(api.GET('/v1/deals/{id}/instalments', { params: { path: { id } } })),
  });
}

/** Reads the statement of a deal as a file. */
export function readStatement({ api }: Tenant, id: string, format: 'csv' | 'pdf'): Promise<Blob> {
  const params = { path: { id }, query: { format } };
  return readBody(api.GET('/v1/deals/{id}/statement', { params, parseAs: 'blob' }));
}
