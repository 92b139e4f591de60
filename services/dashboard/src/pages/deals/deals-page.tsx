import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { useFilters } from '../../components/filter-bar.js';
import { Money } from '../../components/money.js';
import { PageHeader } from '../../components/page-header.js';
import { PagedTable } from '../../components/paged-table.js';
import { toCreationRange } from '../../components/period.js';
import { EmptyState } from '../../components/states.js';
import { StatusBadge } from '../../components/status-badge.js';
import { DealLink } from './deal-link.js';
import { DealTabs } from './deal-tabs.js';
import { ExportButton } from './export-button.js';
import { AgentName, PropertyName } from './record-name.js';
import { SaleFilterBar } from './sale-filter-bar.js';
import { dealStates, findState, toAgent } from './sale-filters.js';
import { type Deal, dealsQuery } from './sale-queries.js';
import { SaleSums } from './sale-sums.js';

const column = createColumnHelper<Deal>();
const columns = [
  column.accessor('property_id', {
    header: 'Property',
    cell: ({ row: { original } }) => (
      <DealLink id={original.id}>
        <PropertyName id={original.property_id} />
      </DealLink>
    ),
  }),
  column.accessor('value', {
    header: 'Value',
    cell: ({ row: { original } }) => <Money amount={original.value} currency={original.currency} />,
  }),
  column.accessor('commission', {
    header: 'Commission',
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
  const status = findState(dealStates, filters);
  const exported = { ...toCreationRange(filters), ...toAgent(filters), ...(status === undefined ? {} : { status }) };
  return (
    <>
      <PageHeader title="Deals" actions={<ExportButton resource="deals" filters={exported} />} />
      <DealTabs />
      <SaleSums filters={filters} />
      <SaleFilterBar states={dealStates} hasAgents />
      <PagedTable
        caption="Deals"
        query={deals}
        columns={columns}
        getRowId={({ id }) => id}
        empty={<EmptyState title="No deals">A deal is created when a lead is won.</EmptyState>}
      />
    </>
  );
}
