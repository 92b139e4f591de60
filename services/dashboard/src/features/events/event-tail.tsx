import { Button, Group, Stack, Text } from '@mantine/core';
import IconPlayerPause from '@tabler/icons-react/icons/IconPlayerPause';
import IconPlayerPlay from '@tabler/icons-react/icons/IconPlayerPlay';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type KeyboardEvent, useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { useFilters } from '../../ui/filters/use-filters.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { EventEntry } from './event-entry.js';
import { eventTailQuery, maxTailed } from './event-queries.js';
import { nameSubject } from './name-subject.js';

/** Shows new events as they are recorded, newest first. The P key pauses while the focus is in the list. */
export function EventTail() {
  const [isPaused, setPaused] = useState(false);
  const client = useQueryClient();
  const options = eventTailQuery(useTenant(), useFilters().filters, client, isPaused);
  const tail = useQuery(options);
  const toggle = () => setPaused((before) => !before);
  const clear = () => client.setQueryData(options.queryKey, (before) => before && { ...before, events: [] });
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (key.toLowerCase() === 'p' && !ctrlKey && !metaKey && !altKey) toggle();
  };
  return (
    <section aria-label="Live events" onKeyDown={onKeyDown}>
      <Group gap="xs" mb="sm">
        <Button
          size="xs"
          variant="default"
          leftSection={isPaused ? <IconPlayerPlay size={14} aria-hidden /> : <IconPlayerPause size={14} aria-hidden />}
          aria-keyshortcuts="P"
          onClick={toggle}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button size="xs" variant="subtle" onClick={clear}>
          Clear
        </Button>
        <Text size="sm" c="dimmed">
          {isPaused
            ? 'Paused. Events that come now appear when you resume.'
            : `Waiting for events. The list keeps the newest ${formatNumber(maxTailed)}.`}
        </Text>
      </Group>
      <QueryState query={tail}>
        {({ events }) => (
          <Stack gap={0} role="log" aria-label="New events" tabIndex={0}>
            {events.length === 0 ? <Text size="sm">Nothing has happened since you opened this page.</Text> : null}
            {events.map((event) => (
              <EventEntry
                key={event.id}
                name={event.event}
                subject={nameSubject(event)}
                note={<DateTime value={event.timestamp} format="exact" />}
                label={`${event.event} ${event.id}`}
                hint={event.id}
                event={event}
              />
            ))}
          </Stack>
        )}
      </QueryState>
    </section>
  );
}
