import { Title } from '@mantine/core';
import { toLabel } from '../../ui/format/label.js';
import classes from './agent-page.module.css';
import type { Agent } from './agent-queries.js';

/** Read-only profile of an agent, for people who can't edit it. */
export function AgentFacts({ agent }: { readonly agent: Agent }) {
  const { profile } = agent;
  const facts = [
    ['Email', agent.email],
    ['Role', toLabel(agent.role)],
    ['Team', agent.team?.name],
    ['Phone', profile.phone],
    ['Licence', profile.license_number],
    ['Languages', profile.languages.join(', ')],
    ['About', profile.bio],
  ] as const;
  return (
    <>
      <Title order={2} size="h4" mb="sm">
        Profile
      </Title>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
