import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { statementLineStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { StatusFilterBar } from '../../ui/filters/status-filter-bar.js';
import { isAnySet, useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn, wideColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { GroupPage } from '../navigation/group-page.js';
import { LineActions } from './line-actions.js';
import { linesQuery, type StatementLine } from './statement-queries.js';
import { StatementUpload } from './statement-upload.js';

type Reason = NonNullable<StatementLine['proposal']>['reason'];

const reasons: Readonly<Record<Reason, string>> = {
  reference_and_amount: 'Number and amount fit',
  reference: 'Number fits, amount differs',
  amount: 'Only this invoice has the amount',
};

function Proposal({ line: { proposal } }: { readonly line: StatementLine }) {
  if (proposal === null) return '–';
  return (
    <Stack gap={0}>
      <Text component="span" size="sm">
        {proposal.invoice_number}
      </Text>
      <Text component="span" size="xs" c="dimmed">
        {reasons[proposal.reason]}
      </Text>
    </Stack>
  );
}

const column = createColumnHelper<StatementLine>();
const columns = [
  column.accessor('date', { header: 'Date', cell: ({ getValue }) => <DateTime value={getValue()} format="date" /> }),
  column.accessor('amount', {
    header: 'Amount',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
  }),
  column.accessor('text', { header: 'Text', meta: wideColumn }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  column.accessor('proposal', { header: 'Invoice', cell: ({ row }) => <Proposal line={row.original} /> }),
  column.display({
    id: 'actions',
    header: () => <span className="visually-hidden">Actions</span>,
    cell: ({ row }) => <LineActions line={row.original} />,
  }),
];

function StatementLines() {
  const { filters } = useFilters();
  const lines = useInfiniteQuery(linesQuery(useTenant(), filters));
  const isFiltered = isAnySet(filters, ['status', 'from', 'to']);
  return (
    <>
      <StatusFilterBar statuses={statementLineStatuses} />
      <PagedTable
        caption="Payments on bank statements"
        query={lines}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title={isFiltered ? 'No payments match' : 'No payments yet'}>
            Import a statement of your bank. Nothing is recorded until you confirm it.
          </EmptyState>
        }
      />
    </>
  );
}

/** Imports bank statements, and records their lines as payments of invoices. */
export function StatementsPage() {
  return (
    <GroupPage
      group="deals"
      needs="administer"
      title="Bank statements"
      description="Match payments on your bank account to open invoices"
      guide="bank-statements"
    >
      <Stack gap="lg">
        <StatementUpload />
        <div>
          <StatementLines />
        </div>
      </Stack>
    </GroupPage>
  );
}
