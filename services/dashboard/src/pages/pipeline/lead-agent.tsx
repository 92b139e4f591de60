import { Text } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { AgentSelect } from '../../components/agent-select.js';
import { tellRefusal } from '../../components/tell-refusal.js';
import type { LeadVersion } from './lead-query.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadAgentProps {
  readonly version: LeadVersion;
  readonly save: SaveLead;
}

/** The agent who looks after a lead; who may, gives it to another. */
export function LeadAgent({ version, save }: LeadAgentProps) {
  const { lead } = version;
  const mayWrite = useCan('write');
  if (!mayWrite) return <Text size="sm">{lead.agent ? `Agent: ${lead.agent.name}` : 'No agent'}</Text>;
  return (
    <AgentSelect
      size="xs"
      aria-label="Agent"
      placeholder="No agent"
      statuses={['active', 'invited']}
      others={lead.agent ? [{ value: lead.agent.id, label: lead.agent.name }] : []}
      value={lead.assigned_agent}
      onChange={(id) =>
        void save('assigned_agent', { assigned_agent: id }, lead).catch(tellRefusal('The agent was not changed'))
      }
    />
  );
}
