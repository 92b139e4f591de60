import { Code, Text } from '@mantine/core';
import { useAgents } from '../../components/use-agents.js';
import { describeSchedule } from './digest-schedule.js';
import { type Integration, nameKind } from './integrations.js';

const listEvents = ({ events }: Integration) => (events.includes('*') ? 'All events' : events.join(', '));

function DigestMeans({ integration }: { readonly integration: Integration }) {
  const { recipients, schedule } = integration;
  const agents = useAgents();
  const nameOf = new Map((agents.data ?? []).map(({ id, name }) => [id, name]));
  const names = (recipients ?? []).map((id) => nameOf.get(id) ?? id);
  return (
    <Text size="sm">
      {schedule ? `${describeSchedule(schedule)}, to ${names.join(', ')}. ` : ''}
      {listEvents(integration)}.
    </Text>
  );
}

/** Where an integration tells which events, and in what words. */
export function IntegrationMeans({ integration }: { readonly integration: Integration }) {
  const { kind, template, url_host, url_last4 } = integration;
  if (kind === 'mail_digest') return <DigestMeans integration={integration} />;
  return (
    <>
      <Text size="sm">
        {nameKind(kind)} at {url_host}, address ending in {url_last4}. {listEvents(integration)}.
      </Text>
      <Code block tabIndex={0} aria-label="Template of the message">
        {template ?? '{{title}}: {{subject}}'}
      </Code>
    </>
  );
}
