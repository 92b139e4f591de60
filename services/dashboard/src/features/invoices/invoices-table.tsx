import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { DealLink } from '../navigation/deal-link.js';
import type { Invoice } from './invoice-queries.js';
import { InvoiceStatus } from './invoice-status.js';

interface InvoicePage {
  readonly data: readonly Invoice[];
  readonly meta: { readonly total: number };
}

const column = createColumnHelper<Invoice>();
const columns = [
  column.accessor('number', {
    header: 'Number',
    cell: ({ row: { original } }) => <DealLink id={original.deal_id}>{original.number}</DealLink>,
  }),
  column.accessor('amount', {
    header: 'Amount',
    cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
  }),
  column.display({ id: 'status', header: 'Status', cell: ({ row }) => <InvoiceStatus {...row.original} /> }),
  column.accessor('issued_at', {
    header: 'Issued',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
  column.accessor('paid_at', { header: 'Paid', cell: ({ getValue }) => <DateTime value={getValue()} format="date" /> }),
];

export function InvoicesTable({ query }: { readonly query: UseInfiniteQueryResult<InfiniteData<InvoicePage>> }) {
  return (
    <PagedTable
      caption="Invoices"
      query={query}
      columns={columns}
      getRowId={({ id }) => id}
      empty={<EmptyState title="No invoices">An invoice is issued when a lead is won.</EmptyState>}
    />
  );
}
