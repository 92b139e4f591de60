import { Group, Text } from '@mantine/core';
import type { Versioned } from '../../api/versioned-record.js';
import { useCan } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { AgentSelect } from '../people/agent-select.js';
import type { Lead } from './lead-queries.js';
import type { SaveLead } from './use-lead-update.js';

interface LeadAgentProps {
  readonly version: Versioned<Lead>;
  readonly save: SaveLead;
}

/** Shows a lead's agent. People who may change the lead can assign a different agent. */
export function LeadAgent({ version, save }: LeadAgentProps) {
  const { record: lead } = version;
  const mayWrite = useCan('write');
  if (!mayWrite) return <Text size="sm">{lead.agent ? `Agent: ${lead.agent.name}` : 'No agent'}</Text>;
  return (
    <Group gap={6} wrap="nowrap">
      <Text size="sm" c="dimmed" aria-hidden>
        Agent
      </Text>
      <AgentSelect
        size="xs"
        aria-label="Agent"
        placeholder="No agent"
        statuses={['active', 'invited']}
        others={lead.agent ? [{ value: lead.agent.id, label: lead.agent.name }] : []}
        value={lead.assigned_agent}
        onChange={(id) =>
          void save('assigned_agent', { assigned_agent: id }, lead).catch(showErrorToast("The agent wasn't changed"))
        }
      />
    </Group>
  );
}
