import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ColumnDef, SortingState } from '@tanstack/react-table';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { PeriodField, usePeriod } from '../../ui/filters/period-field.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { formatDuration } from '../../ui/format/format-duration.js';
import { formatMoney, formatPercent } from '../../ui/format/format-number.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { AgentLink } from '../navigation/agent-link.js';
import { GroupPage } from '../navigation/group-page.js';
import { getPeopleKey } from './agent-queries.js';
import { findSort, type LeagueRow, rankAgents } from './league.js';

const listAmounts = (amounts: LeagueRow['revenue'], field: 'closed' | 'commission') =>
  amounts.map((amount) => formatMoney(amount[field], amount.currency)).join(', ') || '–';

const columns: ColumnDef<LeagueRow>[] = [
  { id: 'rank', header: 'Rank', meta: numberColumn, enableSorting: false, cell: ({ row }) => row.original.rank },
  {
    id: 'name',
    header: 'Agent',
    enableSorting: false,
    cell: ({ row: { original } }) => <AgentLink id={original.agent_id} name={original.name} />,
  },
  {
    id: 'deals',
    header: 'Deals closed',
    meta: numberColumn,
    sortDescFirst: true,
    accessorFn: ({ deals_closed }) => deals_closed,
  },
  {
    id: 'revenue',
    header: 'Revenue',
    meta: numberColumn,
    sortDescFirst: true,
    accessorFn: ({ revenue }) => listAmounts(revenue, 'closed'),
  },
  {
    id: 'commission',
    header: 'Commission',
    meta: numberColumn,
    enableSorting: false,
    accessorFn: ({ revenue }) => listAmounts(revenue, 'commission'),
  },
  {
    id: 'assigned',
    header: 'Leads assigned',
    meta: numberColumn,
    sortDescFirst: true,
    accessorFn: ({ leads }) => leads.assigned,
  },
  {
    id: 'conversion',
    header: 'Conversion rate',
    meta: numberColumn,
    sortDescFirst: true,
    accessorFn: ({ conversion_rate }) => formatPercent(conversion_rate),
  },
  {
    id: 'response',
    header: 'Time to first contact',
    meta: numberColumn,
    sortDescFirst: false,
    accessorFn: ({ average_response_time }) => formatDuration(average_response_time),
  },
];

function useLeague() {
  const tenant = useTenant();
  const period = usePeriod();
  return useQuery({
    queryKey: [...getPeopleKey(tenant), 'league', period],
    queryFn: async () => {
      const report = await readBody(tenant.api.GET('/v1/analytics/agents', { params: { query: period } }));
      return report.data.agents;
    },
    placeholderData: keepPreviousData,
  });
}

/** Ranks agents by one of their figures in the period. */
export function LeaguePage() {
  const { filters, setFilters } = useFilters();
  const sort = findSort(filters['sort']);
  const isDescending = filters['order'] !== 'asc';
  const onSort = ([first]: SortingState) => setFilters({ sort: first?.id, order: first?.desc ? undefined : 'asc' });
  return (
    <GroupPage group="people" title="People">
      <FilterBar names={[]}>
        <PeriodField />
      </FilterBar>
      <QueryState
        query={useLeague()}
        isEmpty={(agents) => agents.length === 0}
        empty={
          <EmptyState title="No leads assigned or deals closed in this period">Choose a longer period.</EmptyState>
        }
      >
        {(agents) => (
          <DataTable
            caption="League table"
            columns={columns}
            rows={rankAgents(agents, sort, isDescending)}
            getRowId={({ agent_id }) => agent_id}
            sorting={[{ id: sort, desc: isDescending }]}
            onSort={onSort}
          />
        )}
      </QueryState>
    </GroupPage>
  );
}
