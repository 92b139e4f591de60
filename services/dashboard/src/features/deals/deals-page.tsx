import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { dealStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { findStatus } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import { StatusFilterBar } from '../../ui/filters/status-filter-bar.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { ExportButton } from '../exports/export-button.js';
import { SaleName } from '../invoices/sale-name.js';
import { DealLink } from '../navigation/deal-link.js';
import { GroupPage } from '../navigation/group-page.js';
import { AgentFilter } from '../people/agent-filter.js';
import { AgentName } from '../people/agent-name.js';
import { toAgentFilter } from '../people/to-agent-filter.js';
import { getDealBalance } from './deal-balance.js';
import { type Deal, dealsQuery } from './deal-queries.js';
import { DealTotals } from './deal-totals.js';

const column = createColumnHelper<Deal>();
const columns = [
  column.display({
    id: 'buyer',
    header: 'Buyer',
    cell: ({ row: { original } }) => (
      <SaleName sale={original} renderBuyer={(name) => <DealLink id={original.id}>{name}</DealLink>} />
    ),
  }),
  column.accessor('value', {
    header: 'Value',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.value} currency={original.currency} />,
  }),
  column.display({
    id: 'balance',
    header: 'Balance',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={getDealBalance(original)} currency={original.currency} />,
  }),
  column.accessor('commission', {
    header: 'Commission',
    meta: numberColumn,
    cell: ({ row: { original } }) => <Money amount={original.commission} currency={original.currency} />,
  }),
  column.accessor('agent_id', { header: 'Agent', cell: ({ getValue }) => <AgentName id={getValue()} /> }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  column.accessor('closed_at', {
    header: 'Closed',
    cell: ({ getValue }) => <DateTime value={getValue()} format="date" />,
  }),
];

/** Lists the deals of won leads. */
export function DealsPage() {
  const { filters } = useFilters();
  const deals = useInfiniteQuery(dealsQuery(useTenant(), filters));
  const status = findStatus(dealStatuses, filters);
  const exported = {
    ...toCreationRange(filters),
    ...toAgentFilter(filters),
    ...(status === undefined ? {} : { status }),
  };
  return (
    <GroupPage group="deals" title="Deals" actions={<ExportButton resource="deals" filters={exported} />}>
      <DealTotals filters={filters} />
      <StatusFilterBar statuses={dealStatuses} others={['agent']}>
        <AgentFilter />
      </StatusFilterBar>
      <PagedTable
        caption="Deals"
        query={deals}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No deals">A deal is created when a lead is won.</EmptyState>}
      />
    </GroupPage>
  );
}
