import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { DateTime } from '../../components/date-time.js';
import { Money } from '../../components/money.js';
import { PagedTable } from '../../components/paged-table.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { DealLink } from './deal-link.js';
import { AgentName } from './record-name.js';
import type { Commission } from './sale-queries.js';

interface CommissionPage {
  readonly data: readonly Commission[];
  readonly meta: { readonly total: number };
}

const formatRate = (rate: number | null) =>
  rate === null ? 'Agreed' : rate.toLocaleString(undefined, { style: 'percent', maximumFractionDigits: 2 });

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
    cell: ({ row: { original } }) => <Money amount={original.amount} currency={original.currency} />,
  }),
  column.accessor('rate', { header: 'Rate', cell: ({ getValue }) => formatRate(getValue()) }),
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
