import { Code, Stack, Text } from '@mantine/core';
import { contractEvents } from '../../../gen/contract-events.js';
import { GroupPage } from '../navigation/group-page.js';
import { events } from './public-events.js';

/** Lists all events with a description and an example. */
export function CataloguePage() {
  return (
    <GroupPage group="events" title="Event catalogue" description="Events in webhooks and the event log, with examples">
      <Stack gap="xs">
        {events.map(({ name, description }) => (
          <details key={name}>
            <summary>
              <Text span size="sm" fw={600}>
                {name}
              </Text>{' '}
              <Text span size="sm">
                {description}
              </Text>
            </summary>
            <Code block tabIndex={0} aria-label={`Example of ${name}`}>
              {JSON.stringify(contractEvents[name]?.example, null, 2)}
            </Code>
          </details>
        ))}
      </Stack>
    </GroupPage>
  );
}
