import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { invoiceStatuses } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';

export type Invoice = components['schemas']['Invoice'];

/** Lists invoices, optionally of one deal. */
export function invoicesQuery({ api, key }: Tenant, filters: Filters, dealId?: string) {
  const ofDeal = dealId === undefined ? {} : { deal_id: dealId };
  const query = { ...toCreationRange(filters), ...toStatusFilter(invoiceStatuses, filters), ...ofDeal, per_page: 50 };
  return infiniteQueryOptions({
    queryKey: [...key, 'invoices', query],
    queryFn: ({ pageParam: cursor }) => readBody(api.GET('/v1/invoices', { params: { query: { ...query, cursor } } })),
    ...cursorPaging,
  });
}

/** Refreshes what a payment changes: the invoices, and the totals of the deals. */
export async function refreshAfterPayment(queries: QueryClient, { key }: Tenant): Promise<void> {
  const names = ['invoices', 'sales'];
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
}
