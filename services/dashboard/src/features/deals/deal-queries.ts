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

export type Deal = components['schemas']['Deal'];

export function dealsQuery({ api, key }: Tenant, filters: Filters) {
  const chosen = { ...toCreationRange(filters), ...toAgentFilter(filters), ...toStatusFilter(dealStatuses, filters) };
  const query = { ...chosen, per_page: 50 };
  return infiniteQueryOptions({
    queryKey: [...key, 'deals', query],
    queryFn: ({ pageParam: cursor }) => readBody(api.GET('/v1/deals', { params: { query: { ...query, cursor } } })),
    ...cursorPaging,
  });
}

export function dealQuery({ api, key }: Tenant, id: string) {
  return queryOptions({
    queryKey: [...key, 'deal', id],
    queryFn: () => readBody(api.GET('/v1/deals/{id}', { params: { path: { id } } })),
  });
}
