import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { EmptyState } from '../../ui/feedback/states.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatPercent } from '../../ui/format/format-number.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { DealLink } from '../navigation/deal-link.js';
import { AgentName } from '../people/agent-name.js';
import type { Commission } from './commission-queries.js';

interface CommissionPage {
  readonly data: readonly Commission[];
  readonly meta: { readonly total: number };
}

const formatRate = (rate: number | null) => (rate === null ? 'Agreed' : formatPercent(rate, 2));

const column = createColumnHelper<Commission>();
const columns = [
  column.accessor('agent_id', {
    header: 'Agent',
    cell: ({ row: { original } }) => (
      <DealLink id={original.deal_id}>
        <AgentName id={original.agent_id} />
      </DealLink>
    ),
  }),
  column.accessor('amount', {
    header: 'Amount',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
  }),
  column.accessor('rate', { header: 'Rate', meta: numberColumn, cell: ({ getValue }) => formatRate(getValue()) }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  column.accessor('created_at', {
    header: 'Created',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
];

export function CommissionsTable({ query }: { readonly query: UseInfiniteQueryResult<InfiniteData<CommissionPage>> }) {
  return (
    <PagedTable
      caption="Commissions"
      query={query}
      columns={columns}
      getRowId={({ id }) => id}
      empty={<EmptyState title="No commissions">A commission is earned when a lead is won.</EmptyState>}
    />
  );
}
