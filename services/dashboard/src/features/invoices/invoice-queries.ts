import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { invoiceStatuses } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';

type Schemas = components['schemas'];
export type Invoice = Schemas['Invoice'];
export type Payment = Schemas['Payment'];

/** Reads the invoice filter from the page's address: overdue invoices, or invoices with a status. */
export function toInvoiceFilter(filters: Filters) {
  if (filters['status'] === 'overdue') return { overdue: true };
  return toStatusFilter(invoiceStatuses, filters);
}

/** Lists the invoices of all deals or of one deal. */
export function invoicesQuery({ api, key }: Tenant, filters: Filters, dealId?: string) {
  const ofDeal = dealId === undefined ? {} : { deal_id: dealId };
  const chosen = { ...toCreationRange(filters), ...toInvoiceFilter(filters), ...ofDeal };
  const query = { ...chosen, expand: ['lead', 'property', 'unit'], per_page: 50 } as const;
  return infiniteQueryOptions({
    queryKey: [...key, 'invoices', query],
    queryFn: ({ pageParam: cursor }) =>
      readBody(api.GET('/v1/invoices', { params: { query: { ...query, expand: [...query.expand], cursor } } })),
    ...cursorPaging,
  });
}

/** Lists the payments of an invoice, including payments that were undone. */
export function paymentsQuery({ api, key }: Tenant, invoiceId: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'payments', invoiceId],
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id: invoiceId }, query: { per_page: 50, cursor } };
      return readBody(api.GET('/v1/invoices/{id}/payments', { params }));
    },
    ...cursorPaging,
  });
}

/** Reads an invoice as a PDF file. */
export function readInvoicePdf({ api }: Tenant, id: string): Promise<Blob> {
  return readBody(api.GET('/v1/invoices/{id}/pdf', { params: { path: { id } }, parseAs: 'blob' }));
}

/** Refreshes the queries that a payment affects: the invoices with their payments, and the deals with their totals. */
export async function refreshAfterPayment(queries: QueryClient, { key }: Tenant): Promise<void> {
  const names = ['invoices', 'payments', 'deals', 'deal', 'instalments', 'sales'];
  await Promise.all(names.map((name) => queries.invalidateQueries({ queryKey: [...key, name] })));
}
