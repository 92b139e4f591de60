import { Button, Code, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { FilterBar } from '../../ui/filters/filter-bar.js';
import { FilterSelect } from '../../ui/filters/filter-select.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { GroupPage } from '../navigation/group-page.js';
import { events, isPublicEvent } from './public-events.js';

function useEventLog(type: string | undefined) {
  const { api, key } = useTenant();
  const types = isPublicEvent(type) ? [type] : undefined;
  return useInfiniteQuery({
    queryKey: [...key, 'events', types],
    enabled: useCan('administer'),
    initialPageParam: '',
    queryFn: ({ pageParam: after }) => {
      const query = { per_page: 50, ...(after === '' ? {} : { after }), ...(types === undefined ? {} : { types }) };
      return readBody(api.GET('/v1/events', { params: { query } }));
    },
    getNextPageParam: ({ meta }) => (meta?.has_more ? meta.next_cursor : undefined),
  });
}

/** Shows the events of the last 30 days, oldest first, as the API returns them. */
export function EventsPage() {
  const log = useEventLog(useFilters().filters['type']);
  return (
    <GroupPage
      group="events"
      title="Event log"
      description="Changes of the last 30 days, oldest first (GET /v1/events)"
    >
      <FilterBar
        names={['type']}
        actions={
          <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        }
      >
        <FilterSelect name="type" label="Event" choices={events.map(({ name }) => name)} />
      </FilterBar>
      <QueryState
        query={log}
        isEmpty={(list) => isEmptyList(list) && !log.hasNextPage}
        empty={<EmptyState title="No events">New changes appear here.</EmptyState>}
      >
        {({ pages }) => (
          <Stack gap="xs">
            {pages
              .flatMap(({ data }) => data)
              .map((event) => (
                <details key={event.id}>
                  <summary>
                    <Text span size="sm" fw={600}>
                      {event.event}
                    </Text>{' '}
                    <Text span size="sm">
                      <DateTime value={event.timestamp} />
                    </Text>
                  </summary>
                  <Code block tabIndex={0} aria-label={`${event.event} ${event.id}`}>
                    {JSON.stringify(event, null, 2)}
                  </Code>
                </details>
              ))}
            <LoadMore query={log} />
          </Stack>
        )}
      </QueryState>
    </GroupPage>
  );
}
