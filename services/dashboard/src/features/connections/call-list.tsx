import { Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useState } from 'react';
import { callStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { StatusFilterBar } from '../../ui/filters/status-filter-bar.js';
import { isAnySet, useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toLabel } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { CallDialog } from './call-dialog.js';
import { type ConnectionCall, callsQuery } from './connection-queries.js';

const column = createColumnHelper<ConnectionCall>();

const createColumns = (open: (call: ConnectionCall) => void) => [
  column.accessor('purpose', {
    header: 'Call',
    cell: ({ row: { original } }) => (
      <UnstyledButton
        fz="sm"
        fw={600}
        mih="var(--touch-target)"
        c="var(--mantine-color-anchor)"
        onClick={() => open(original)}
      >
        {toLabel(original.purpose)}
      </UnstyledButton>
    ),
  }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  column.accessor('direction', { header: 'Direction', cell: ({ getValue }) => (getValue() === 'in' ? 'In' : 'Out') }),
  column.accessor('error', {
    header: 'Reason',
    cell: ({ getValue }) => (
      <Text span size="sm">
        {getValue()?.message ?? '–'}
      </Text>
    ),
  }),
  column.accessor('created_at', { header: 'At', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

/** Requests to and from the provider in the last 30 days. */
export function CallList({ connectionId }: { readonly connectionId: string }) {
  const { filters } = useFilters();
  const calls = useInfiniteQuery(callsQuery(useTenant(), connectionId, filters));
  const [shown, setShown] = useState<ConnectionCall>();
  return (
    <>
      <StatusFilterBar statuses={callStatuses} />
      <PagedTable
        caption="Calls of the last 30 days"
        query={calls}
        columns={createColumns(setShown)}
        getRowId={({ id }) => id}
        empty={<EmptyState title={isAnySet(filters, ['status', 'from', 'to']) ? 'No calls match' : 'No calls yet'} />}
      />
      {shown === undefined ? null : <CallDialog key={shown.id} call={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}
