import { Code, Text } from '@mantine/core';
import { useAgentNames } from '../people/use-agents.js';
import { describeSchedule } from './digest-schedule.js';
import { type Integration, nameKind } from './integration-queries.js';

const listEvents = ({ events }: Integration) => (events.includes('*') ? 'All events' : events.join(', '));

function DigestDetails({ integration }: { readonly integration: Integration }) {
  const { recipients, schedule } = integration;
  const agentNames = useAgentNames();
  const names = (recipients ?? []).map((id) => agentNames.get(id) ?? id);
  return (
    <Text size="sm">
      {schedule ? `${describeSchedule(schedule)}, to ${names.join(', ')}. ` : ''}
      {listEvents(integration)}.
    </Text>
  );
}

/** Shows an integration's destination, events and message template. */
export function IntegrationDetails({ integration }: { readonly integration: Integration }) {
  const { kind, template, url_host, url_last4 } = integration;
  if (kind === 'mail_digest') return <DigestDetails integration={integration} />;
  return (
    <>
      <Text size="sm">
        {nameKind(kind)} at {url_host}, URL ending in {url_last4}. {listEvents(integration)}.
      </Text>
      <Code block tabIndex={0} aria-label="Message template">
        {template ?? '{{title}}: {{subject}}'}
      </Code>
    </>
  );
}
