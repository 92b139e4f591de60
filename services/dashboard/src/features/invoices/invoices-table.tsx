import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { DealLink } from '../navigation/deal-link.js';
import { InvoiceActions } from './invoice-actions.js';
import type { Invoice } from './invoice-queries.js';
import { InvoiceStatus } from './invoice-status.js';
import { SaleName } from './sale-name.js';

interface InvoicePage {
  readonly data: readonly Invoice[];
  readonly meta: { readonly total: number };
}

const column = createColumnHelper<Invoice>();
const number = column.accessor('number', {
  header: 'Number',
  cell: ({ row: { original } }) => <DealLink id={original.deal_id}>{original.number}</DealLink>,
});
const buyer = column.display({ id: 'buyer', header: 'Buyer', cell: ({ row }) => <SaleName sale={row.original} /> });
const others = [
  column.accessor('due_on', {
    header: 'Due',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
  }),
  column.accessor('balance', {
    header: 'Balance',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.balance} currency={original.currency} />,
  }),
  column.accessor('status', { header: 'Status', cell: ({ row }) => <InvoiceStatus {...row.original} /> }),
  column.accessor('issued_at', {
    header: 'Issued',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
  column.display({
    id: 'actions',
    header: () => <span className="visually-hidden">Actions</span>,
    cell: ({ row }) => <InvoiceActions invoice={row.original} />,
  }),
];
const columns = [number, buyer, ...others];
const columnsOfDeal = [number, ...others];

interface InvoicesTableProps {
  readonly query: UseInfiniteQueryResult<InfiniteData<InvoicePage>>;
  /** True on the page of a deal, where the page already shows the buyer. */
  readonly isOfDeal?: boolean;
}

export function InvoicesTable({ query, isOfDeal = false }: InvoicesTableProps) {
  return (
    <PagedTable
      caption="Invoices"
      query={query}
      columns={isOfDeal ? columnsOfDeal : columns}
      getRowId={({ id }) => id}
      empty={
        <EmptyState title="No invoices">
          An invoice is issued when a lead is won, or when an instalment is due.
        </EmptyState>
      }
    />
  );
}
