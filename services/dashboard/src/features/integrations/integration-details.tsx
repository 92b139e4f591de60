import { Code, Text } from '@mantine/core';
import { listEventChoices } from '../events/public-events.js';
import { useAgentNames } from '../people/use-agents.js';
import { describeSchedule } from './digest-schedule.js';
import { type Integration, nameKind } from './integration-queries.js';

function DigestDetails({ integration }: { readonly integration: Integration }) {
  const { recipients, schedule } = integration;
  const agentNames = useAgentNames();
  const names = (recipients ?? []).map((id) => agentNames.get(id) ?? id);
  return (
    <Text size="sm">
      {schedule ? `${describeSchedule(schedule)}, to ${names.join(', ')}. ` : ''}
      {listEventChoices(integration.events)}.
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
        {nameKind(kind)} at {url_host}, URL ending in {url_last4}. {listEventChoices(integration.events)}.
      </Text>
      <Code block tabIndex={0} aria-label="Message template">
        {template ?? '{{title}}: {{subject}}'}
      </Code>
    </>
  );
}
