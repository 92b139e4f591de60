import { Button, Stack, Switch } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { DebouncedText } from '../../ui/filters/debounced-field.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { isAnySet, useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { GroupPage } from '../navigation/group-page.js';
import { EventEntry } from './event-entry.js';
import { eventLogQuery } from './event-queries.js';
import { EventTail } from './event-tail.js';
import { nameSubject } from './name-subject.js';
import { eventGroups, events } from './public-events.js';

const filterNames = ['type', 'record'];
const choices = [
  ...eventGroups.map(({ name, label }) => ({ value: name, label })),
  ...events.map(({ name }) => ({ value: name, label: name })),
];

/** Lists the events of the last 30 days, oldest first, as the API returns them. */
function EventLog() {
  const { filters } = useFilters();
  const log = useInfiniteQuery(eventLogQuery(useTenant(), filters));
  return (
    <>
      <Button size="xs" variant="default" mb="sm" loading={log.isFetching} onClick={() => void log.refetch()}>
        Refresh
      </Button>
      <QueryState
        query={log}
        isEmpty={(list) => isEmptyList(list) && !log.hasNextPage}
        empty={
          <EmptyState title={isAnySet(filters, filterNames) ? 'No events match' : 'No events'}>
            New changes appear here.
          </EmptyState>
        }
      >
        {({ pages }) => (
          <Stack gap={0}>
            {pages
              .flatMap(({ data }) => data)
              .map((event) => (
                <EventEntry
                  key={event.id}
                  name={event.event}
                  subject={nameSubject(event)}
                  note={<DateTime value={event.timestamp} />}
                  label={`${event.event} ${event.id}`}
                  hint={event.id}
                  event={event}
                />
              ))}
            <LoadMore query={log} />
          </Stack>
        )}
      </QueryState>
    </>
  );
}

/** Shows the event log, or new events as they happen. */
export function EventsPage() {
  const { filters, setFilters } = useFilters();
  const isLive = filters['live'] === 'on';
  const mayRead = useCan('administer');
  return (
    <GroupPage group="events" title="Event log" description="Changes of the last 30 days, oldest first" guide="sync">
      <FilterBar
        names={filterNames}
        search={
          <DebouncedText
            label="Record ID"
            description="A lead also finds its tasks"
            placeholder="lead_…"
            value={filters['record'] ?? ''}
            onPause={(record) => setFilters({ record })}
          />
        }
        actions={
          <Switch
            label="Live"
            description="Shows new events as they happen"
            checked={isLive}
            onChange={({ currentTarget }) => setFilters({ live: currentTarget.checked ? 'on' : undefined })}
          />
        }
      >
        <FilterSelect name="type" label="Event" choices={choices} />
      </FilterBar>
      {mayRead ? isLive ? <EventTail /> : <EventLog /> : null}
    </GroupPage>
  );
}
