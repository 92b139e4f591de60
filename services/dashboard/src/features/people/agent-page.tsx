import { Group, Paper, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { Versioned } from '../../api/versioned-record.js';
import { useCan } from '../../api/workspace.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { toLabel } from '../../ui/format/label.js';
import { PageHeader } from '../../ui/page/page-header.js';
import { PersonAvatar } from '../../ui/page/person-avatar.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { AgentAccess } from './agent-access.js';
import { AgentFacts } from './agent-facts.js';
import { AgentForm } from './agent-form.js';
import { AgentLeads } from './agent-leads.js';
import classes from './agent-page.module.css';
import type { Agent } from './agent-queries.js';
import { AgentStats } from './agent-stats.js';
import { InvitationNotice } from './invitation-notice.js';
import { useAgent } from './use-agent.js';
import { useMayChangeAccess } from './use-may-change-access.js';

const people = { label: 'People', to: '/$workspaceId/$mode/people' } as const;

function AgentDetails({ current }: { readonly current: Versioned<Agent> }) {
  const { record: agent } = current;
  const mayChange = useCan('administer');
  const mayChangeAccess = useMayChangeAccess(agent);
  return (
    <>
      <PageHeader
        title={agent.name}
        parent={people}
        actions={mayChangeAccess ? <AgentAccess agent={agent} /> : undefined}
      />
      <Group gap="sm" mb="md">
        <PersonAvatar name={agent.name} size={40} />
        <StatusBadge status={agent.status} />
        <Text size="sm" c="dimmed">
          {toLabel(agent.role)}
          {agent.team ? ` · ${agent.team.name}` : ''}
        </Text>
      </Group>
      {agent.status === 'invited' ? <InvitationNotice agent={agent} /> : null}
      <div className={classes.columns}>
        <Paper withBorder radius="md" p="md">
          {mayChange ? <AgentForm key={agent.id} current={current} /> : <AgentFacts agent={agent} />}
        </Paper>
        <div className={classes.column}>
          <AgentStats id={agent.id} />
          <AgentLeads leads={agent.leads ?? []} />
        </div>
      </div>
    </>
  );
}

export function AgentPage() {
  const { agentId = '' } = useParams({ strict: false });
  const agent = useAgent(agentId);
  return (
    <>
      {agent.data ? null : <PageHeader title="Agent" parent={people} />}
      <QueryState query={agent}>{(current) => <AgentDetails current={current} />}</QueryState>
    </>
  );
}
