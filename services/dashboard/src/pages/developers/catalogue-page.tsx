import { Code, Stack, Text } from '@mantine/core';
import { eventExamples } from '../../../gen/event-examples.js';
import { events } from '../../components/events.js';
import { DeveloperPage } from './developer-page.js';

/** Every event, with what it tells and an example of what webhooks are sent. */
export function CataloguePage() {
  return (
    <DeveloperPage title="Event catalogue" description="What webhooks are sent and the event log holds, with examples.">
      <Stack gap="xs">
        {events.map(({ name, meaning }) => (
          <details key={name}>
            <summary>
              <Text span size="sm" fw={600}>
                {name}
              </Text>{' '}
              <Text span size="sm">
                {meaning}
              </Text>
            </summary>
            <Code block tabIndex={0} aria-label={`Example of ${name}`}>
              {JSON.stringify(eventExamples[name], null, 2)}
            </Code>
          </details>
        ))}
      </Stack>
    </DeveloperPage>
  );
}
