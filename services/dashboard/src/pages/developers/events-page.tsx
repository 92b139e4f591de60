import { Button, Code, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { events, isPublicEvent } from '../../components/events.js';
import { FilterBar, useFilters } from '../../components/filter-bar.js';
import { QueryState } from '../../components/query-state.js';
import { EmptyState } from '../../components/states.js';
import { DeveloperPage } from './developer-page.js';

function useEventLog(type: string | undefined) {
  const { api, key } = useTenant();
  const types = isPublicEvent(type) ? [type] : undefined;
  return useInfiniteQuery({
    queryKey: [...key, 'events', types],
    enabled: useCan('administer'),
    initialPageParam: '',
    queryFn: ({ pageParam: after }) => {
      const query = { per_page: 50, ...(after === '' ? {} : { after }), ...(types === undefined ? {} : { types }) };
      return answerOf(api.GET('/v1/events', { params: { query } }));
    },
    getNextPageParam: ({ meta }) => (meta?.has_more ? meta.next_cursor : undefined),
  });
}

/** Shows the events of the last 30 days, oldest first, as the API returns them. */
export function EventsPage() {
  const { filters, setFilters } = useFilters();
  const type = filters['type'];
  const log = useEventLog(type);
  return (
    <DeveloperPage title="Event log" description="Changes of the last 30 days, oldest first (GET /v1/events)">
      <FilterBar isFiltered={type !== undefined} onClear={() => setFilters({ type: undefined })}>
        <NativeSelect
          label="Event"
          value={type ?? ''}
          data={[{ value: '', label: 'All' }, ...events.map(({ name }) => name)]}
          onChange={({ currentTarget }) => setFilters({ type: currentTarget.value })}
        />
        <Button variant="default" loading={log.isFetching} onClick={() => void log.refetch()}>
          Refresh
        </Button>
      </FilterBar>
      <QueryState
        query={log}
        isEmpty={({ pages }) => pages.every(({ data }) => data.length === 0) && !log.hasNextPage}
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
            {log.hasNextPage ? (
              <Group justify="center">
                <Button variant="default" loading={log.isFetchingNextPage} onClick={() => void log.fetchNextPage()}>
                  Load more
                </Button>
              </Group>
            ) : null}
          </Stack>
        )}
      </QueryState>
    </DeveloperPage>
  );
}
