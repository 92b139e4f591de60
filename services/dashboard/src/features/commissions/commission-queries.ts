import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { commissionStatuses } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { toAgentFilter } from '../people/to-agent-filter.js';

export type Commission = components['schemas']['Commission'];

/** Lists the commissions of all deals or of one deal. */
export function commissionsQuery({ api, key }: Tenant, filters: Filters, dealId?: string) {
  const chosen = { ...toAgentFilter(filters), ...toStatusFilter(commissionStatuses, filters) };
  const ofDeal = dealId === undefined ? {} : { deal_id: dealId };
  const query = { ...toCreationRange(filters), ...chosen, ...ofDeal, per_page: 50 };
  return infiniteQueryOptions({
    queryKey: [...key, 'commissions', query],
    queryFn: ({ pageParam: cursor }) =>
      readBody(api.GET('/v1/commissions', { params: { query: { ...query, cursor } } })),
    ...cursorPaging,
  });
}
