import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { contractEvents } from '../../../gen/contract-events.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { EmptyState } from '../../ui/feedback/states.js';
import { toLabel } from '../../ui/format/label.js';
import { Section } from '../../ui/page/section.js';
import { GroupPage } from '../navigation/group-page.js';
import { EventEntry } from './event-entry.js';
import { eventSamplesQuery, type LoggedEvent } from './event-queries.js';
import { eventGroups, events, isInGroup, type PublicEvent } from './public-events.js';

interface CataloguedEvent {
  readonly name: PublicEvent;
  readonly description: string;
}

function matches({ name, description }: CataloguedEvent, search: string): boolean {
  return `${name} ${description}`.toLowerCase().includes(search.trim().toLowerCase());
}

interface GroupSectionProps {
  readonly group: string;
  readonly shown: readonly CataloguedEvent[];
  readonly samples: ReadonlyMap<string, LoggedEvent> | undefined;
}

/**
 * Events of a group. Each is shown with the workspace's newest event of its type, or with an example if there is none.
 */
function GroupSection({ group, shown, samples }: GroupSectionProps) {
  return (
    <Section
      title={toLabel(group.slice(0, -2))}
      description={`Subscribe to ${group} for all of them, including future ones.`}
      actions={
        <CopyButton value={group}>
          {({ copied, copy }) => (
            <Button size="xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : `Copy ${group}`}
            </Button>
          )}
        </CopyButton>
      }
    >
      {shown.map(({ name, description }) => {
        const example: unknown = contractEvents[name]?.example;
        const sample = samples?.get(name);
        const isReal = sample !== undefined && sample.id !== Reflect.get(Object(example), 'id');
        return (
          <EventEntry
            key={name}
            name={name}
            note={description}
            label={`Example of ${name}`}
            hint={isReal ? 'The newest one of this workspace' : 'An example with made-up data'}
            event={isReal ? sample : example}
          />
        );
      })}
    </Section>
  );
}

/** Lists all events by group, with a description and a sample. */
export function CataloguePage() {
  const [search, setSearch] = useState('');
  const samples = useQuery({ ...eventSamplesQuery(useTenant()), enabled: useCan('administer') });
  const found = events.filter((event) => matches(event, search));
  return (
    <GroupPage
      group="events"
      title="Event catalogue"
      description="Events in webhooks and the event log, with a sample of each"
      guide="webhooks"
    >
      <Group mb="md">
        <TextInput
          label="Search events"
          value={search}
          onChange={({ currentTarget }) => setSearch(currentTarget.value)}
        />
        <Text size="sm" c="dimmed" role="status" mt={22}>
          {found.length === 1 ? '1 event' : `${found.length} events`}
        </Text>
      </Group>
      {found.length === 0 ? (
        <EmptyState title="No events match">Search for another word, such as lead or sold.</EmptyState>
      ) : null}
      <Stack gap="md">
        {eventGroups
          .map(({ name }) => ({ group: name, shown: found.filter((event) => isInGroup(event.name, name)) }))
          .filter(({ shown }) => shown.length > 0)
          .map(({ group, shown }) => (
            <GroupSection key={group} group={group} shown={shown} samples={samples.data} />
          ))}
      </Stack>
    </GroupPage>
  );
}
