import { Switch, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { createColumnHelper } from '@tanstack/react-table';
import { deliveryStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DayFields } from '../../ui/filters/day-fields.js';
import { DebouncedText } from '../../ui/filters/debounced-field.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { isAnySet, useFilters } from '../../ui/filters/use-filters.js';
import { useOpenRecord } from '../../ui/filters/use-open-record.js';
import { DateTime } from '../../ui/format/date-time.js';
import { toChoices } from '../../ui/format/label.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { numberColumn } from '../../ui/tables/column-meta.js';
import { PagedTable } from '../../ui/tables/paged-table.js';
import { events } from '../events/public-events.js';
import { DeliveryDialog } from './delivery-dialog.js';
import { type DeliverySummary, deliveriesQuery, responseClasses, type Subscription } from './delivery-queries.js';

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
  column.accessor('attempts', { header: 'Attempts', meta: numberColumn, cell: ({ getValue }) => getValue().length }),
  column.accessor('timestamp', { header: 'Recorded', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
  column.accessor('next_retry', { header: 'Next attempt', cell: ({ getValue }) => <DateTime value={getValue()} /> }),
];

const filterNames = ['event_id', 'status', 'response', 'event', 'from', 'to'];
/** Milliseconds between two reads while the list follows new deliveries. */
const followMs = 2_000;

/** A subscription's deliveries of the last 30 days. The page's address stores the filters and the open delivery. */
export function DeliveryList({ subscription }: { readonly subscription: Subscription }) {
  const { filters, setFilters } = useFilters();
  const isFollowing = filters['follow'] === 'on';
  const { openId, close } = useOpenRecord('delivery');
  const deliveries = useInfiniteQuery({
    ...deliveriesQuery(useTenant(), subscription, filters),
    refetchInterval: isFollowing ? followMs : false,
  });
  return (
    <>
      <FilterBar
        names={filterNames}
        search={
          <DebouncedText
            label="Event ID"
            placeholder="evt_…"
            value={filters['event_id'] ?? ''}
            onPause={(event_id) => setFilters({ event_id })}
          />
        }
        actions={
          <Switch
            label="Follow"
            description="Shows new deliveries as they happen"
            checked={isFollowing}
            onChange={({ currentTarget }) => setFilters({ follow: currentTarget.checked ? 'on' : undefined })}
          />
        }
      >
        <FilterSelect name="status" label="Status" choices={toChoices(deliveryStatuses)} />
        <FilterSelect name="response" label="Response" choices={responseClasses} />
        <FilterSelect name="event" label="Event" choices={events.map(({ name }) => name)} />
        <DayFields />
      </FilterBar>
      <PagedTable
        caption="Deliveries of the last 30 days"
        query={deliveries}
        columns={columns}
        getRowId={({ id }) => id}
        empty={
          <EmptyState title={isAnySet(filters, filterNames) ? 'No deliveries match' : 'No deliveries yet'}>
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
