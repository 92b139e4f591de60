import { infiniteQueryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { statementLineStatuses } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';

type Schemas = components['schemas'];
export type StatementLine = Schemas['StatementLine'];
export type NewStatement = Schemas['NewStatement'];
export type StatementResult = Schemas['StatementResult'];

export const getLinesKey = ({ key }: Tenant) => [...key, 'statement-lines'];

/** Lists the lines that match the filters in the page's address, newest first. */
export function linesQuery(tenant: Tenant, filters: Filters) {
  const chosen = { ...toStatusFilter(statementLineStatuses, filters), ...toCreationRange(filters) };
  return infiniteQueryOptions({
    queryKey: [...getLinesKey(tenant), chosen],
    queryFn: ({ pageParam: cursor }) => {
      const params = { query: { ...chosen, cursor, per_page: 50 } };
      return readBody(tenant.api.GET('/v1/statement-lines', { params }));
    },
    ...cursorPaging,
  });
}

/** Imports a statement. The response contains the numbers of rows by result. */
export async function sendStatement({ api }: Tenant, body: NewStatement): Promise<StatementResult> {
  return (await readBody(api.POST('/v1/statement-lines', { body }))).data;
}

/** Records a line as a payment of the chosen invoice. Without a choice, uses the proposed invoice. */
export function confirmLine({ api }: Tenant, id: string, invoiceId?: string): Promise<unknown> {
  const body = invoiceId === undefined ? {} : { invoice_id: invoiceId };
  return readBody(api.POST('/v1/statement-lines/{id}/confirm', { params: { path: { id } }, body }));
}

export function dismissLine({ api }: Tenant, id: string): Promise<unknown> {
  return readBody(api.POST('/v1/statement-lines/{id}/dismiss', { params: { path: { id } }, body: {} }));
}
