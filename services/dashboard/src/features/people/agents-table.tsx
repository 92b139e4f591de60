import { Group } from '@mantine/core';
import type { ColumnDef, SortingState } from '@tanstack/react-table';
import { useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatMoney, formatNumber } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { PersonAvatar } from '../../ui/page/person-avatar.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn, wideColumn } from '../../ui/tables/column-meta.js';
import { DataTable } from '../../ui/tables/data-table.js';
import { AgentLink } from '../navigation/agent-link.js';
import { useCurrency } from '../workspace/use-currency.js';
import { type AgentRow, readAgentQuery } from './agent-queries.js';

const columns: ColumnDef<AgentRow>[] = [
  {
    accessorKey: 'name',
    header: 'Name',
    cell: ({ row: { original } }) => (
      <Group gap="xs" wrap="nowrap">
        <PersonAvatar name={original.name} size={28} />
        <AgentLink id={original.id} name={original.name} />
      </Group>
    ),
  },
  { accessorKey: 'email', header: 'Email', meta: wideColumn },
  { id: 'role', header: 'Role', enableSorting: false, cell: ({ row }) => toLabel(row.original.role ?? '') },
  { id: 'team', header: 'Team', enableSorting: false, cell: ({ row }) => row.original.team?.name ?? '–' },
  {
    id: 'status',
    header: 'Status',
    enableSorting: false,
    cell: ({ row }) => <StatusBadge status={row.original.status ?? ''} />,
  },
  {
    id: 'leads',
    header: 'Active leads',
    meta: numberColumn,
    enableSorting: false,
    cell: ({ row }) => row.original.stats?.active_leads,
  },
  {
    id: 'deals',
    header: 'Deals',
    meta: numberColumn,
    enableSorting: false,
    cell: ({ row }) => row.original.stats?.deals_closed,
  },
];

const lastActive: ColumnDef<AgentRow> = {
  id: 'last_active',
  header: 'Last active',
  enableSorting: false,
  cell: ({ row }) => <DateTime value={row.original.last_active} />,
};

/** Lists agents with their all-time totals. The page's address stores the order. */
export function AgentsTable({ rows }: { readonly rows: readonly AgentRow[] }) {
  const { filters, setFilters } = useFilters();
  const { sort = 'name', order = 'asc' } = readAgentQuery(filters);
  const currency = useCurrency();
  const revenue: ColumnDef<AgentRow> = {
    id: 'revenue',
    header: 'Revenue',
    meta: numberColumn,
    enableSorting: false,
    cell: ({ row }) => {
      const total = row.original.stats?.total_revenue ?? 0;
      return currency === undefined ? formatNumber(Math.round(total)) : formatMoney(total, currency);
    },
  };
  // Hides the column while no agent has a value.
  const isActivityKnown = rows.some(({ last_active }) => last_active !== null);
  const onSort = ([first]: SortingState) => setFilters({ sort: first?.id, order: first?.desc ? 'desc' : undefined });
  return (
    <DataTable
      caption="People in the workspace"
      columns={[...columns, revenue, ...(isActivityKnown ? [lastActive] : [])]}
      rows={rows}
      getRowId={({ id }) => id}
      sorting={[{ id: sort, desc: order === 'desc' }]}
      onSort={onSort}
    />
  );
}
