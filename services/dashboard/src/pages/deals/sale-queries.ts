import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import type { Tenant } from '../../api/workspace.js';
import type { Filters } from '../../components/filter-bar.js';
import { toCreationRange } from '../../components/period.js';
import { commissionStates, dealStates, findState, invoiceStates, toAgent } from './sale-filters.js';

export type Deal = components['schemas']['Deal'];
export type Invoice = components['schemas']['Invoice'];
export type Commission = components['schemas']['Commission'];

const perPage = 50;

const toStatus = <T extends string>(state: T | undefined) => (state === undefined ? {} : { status: [state] });

export function dealsQuery({ api, key }: Tenant, filters: Filters) {
  const status = toStatus(findState(dealStates, filters));
  const query = { ...toCreationRange(filters), ...toAgent(filters), ...status, per_page: perPage };
  return infiniteQueryOptions({
    queryKey: [...key, 'deals', query],
    queryFn: ({ pageParam: cursor }) => answerOf(api.GET('/v1/deals', { params: { query: { ...query, cursor } } })),
    ...cursorPaging,
  });
}

/** Lists invoices, optionally of one deal. */
export function invoicesQuery({ api, key }: Tenant, filters: Filters, dealId?: string) {
  const dealFilter = dealId === undefined ? {} : { deal_id: dealId };
  const query = {
    ...toCreationRange(filters),
    ...toStatus(findState(invoiceStates, filters)),
    ...dealFilter,
    per_page: perPage,
  };
  return infiniteQueryOptions({
    queryKey: [...key, 'invoices', query],
    queryFn: ({ pageParam: cursor }) => answerOf(api.GET('/v1/invoices', { params: { query: { ...query, cursor } } })),
    ...cursorPaging,
  });
}

/** Lists commissions, optionally of one deal. */
export function commissionsQuery({ api, key }: Tenant, filters: Filters, dealId?: string) {
  const dealFilter = dealId === undefined ? {} : { deal_id: dealId };
  const status = toStatus(findState(commissionStates, filters));
  const query = { ...toCreationRange(filters), ...toAgent(filters), ...status, ...dealFilter, per_page: perPage };
  return infiniteQueryOptions({
    queryKey: [...key, 'commissions', query],
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET('/v1/commissions', { params: { query: { ...query, cursor } } })),
    ...cursorPaging,
  });
}

export function dealQuery({ api, key }: Tenant, id: string) {
  return queryOptions({
    queryKey: [...key, 'deal', id],
    queryFn: () => answerOf(api.GET('/v1/deals/{id}', { params: { path: { id } } })),
  });
}

/** Refreshes what a payment changes: the invoices, and the totals of the deals. */
export async function refreshAfterPayment(queries: QueryClient, { key }: Tenant): Promise<void> {
  const names = ['invoices', 'sales'];
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
}
