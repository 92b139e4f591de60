import { NativeSelect, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { useTenant } from '../api/workspace.js';
import { DateTime } from './date-time.js';
import { DayFields } from './day-fields.js';
import { type DeliverySummary, deliveriesQuery, deliveryStatuses, type Subscription } from './deliveries.js';
import { DeliveryDialog } from './delivery-dialog.js';
import { events } from './events.js';
import { FilterBar, useFilters } from './filter-bar.js';
import { useOpenRecord } from './open-record.js';
import { PagedTable } from './paged-table.js';
import { EmptyState } from './states.js';
import { StatusBadge, toLabel } from './status-badge.js';

function OpenButton({ id, event }: DeliverySummary) {
  const { open } = useOpenRecord('delivery');
  return (
    <UnstyledButton fz="sm" fw={600} c="var(--mantine-color-anchor)" onClick={() => open(id)}>
      {event}
    </UnstyledButton>
  );
}

const describeResponse = ({ response_code, error }: DeliverySummary) => response_code ?? error ?? '–';

const column = createColumnHelper<DeliverySummary>();
const columns = [
  column.accessor('event', { header: 'Event', cell: ({ row }) => <OpenButton {...row.original} /> }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <StatusBadge status={getValue()} /> }),
  column.accessor('response_code', { header: 'Response', cell: ({ row }) => describeResponse(row.original) }),
  column.accessor('attempts', { header: 'Attempts', cell: ({ getValue }) => getValue().length }),
  column.accessor('timestamp', { header: 'Recorded', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
  column.accessor('next_retry', { header: 'Next attempt', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

const noFilters = { status: undefined, event: undefined, from: undefined, to: undefined };

/** A subscription's deliveries of the last 30 days. The page's address stores the filters and the open delivery. */
export function DeliveryList({ subscription }: { readonly subscription: Subscription }) {
  const { filters, setFilters } = useFilters();
  const { openId, close } = useOpenRecord('delivery');
  const deliveries = useInfiniteQuery(deliveriesQuery(useTenant(), subscription, filters));
  const isFiltered = Object.keys(noFilters).some((name) => filters[name] !== undefined);
  return (
    <>
      <FilterBar isFiltered={isFiltered} onClear={() => setFilters(noFilters)}>
        <NativeSelect
          label="Status"
          value={filters['status'] ?? ''}
          data={[{ value: '', label: 'All' }, ...deliveryStatuses.map((value) => ({ value, label: toLabel(value) }))]}
          onChange={({ currentTarget }) => setFilters({ status: currentTarget.value })}
        />
        <NativeSelect
          label="Event"
          value={filters['event'] ?? ''}
          data={[{ value: '', label: 'All' }, ...events.map(({ name }) => name)]}
          onChange={({ currentTarget }) => setFilters({ event: currentTarget.value })}
        />
        <DayFields />
      </FilterBar>
      <PagedTable
        caption="Deliveries of the last 30 days"
        query={deliveries}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title={isFiltered ? 'No deliveries match' : 'No deliveries yet'}>
            <Text span size="sm">
              Deliveries and their responses are kept for 30 days.
            </Text>
          </EmptyState>
        }
      />
      <DeliveryDialog key={openId ?? ''} subscription={subscription} deliveryId={openId} onClose={close} />
    </>
  );
}
