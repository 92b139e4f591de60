import { Select, Text } from '@mantine/core';
import { useCan } from '../../api/workspace.js';
import { tellRefusal } from '../../components/tell-refusal.js';
import { useAgents } from '../../components/use-agents.js';
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
  const agents = useAgents();
  if (!mayWrite) return <Text size="sm">{lead.agent ? `Agent: ${lead.agent.name}` : 'No agent'}</Text>;
  const options = (agents.data ?? [])
    .filter(({ id, status }) => status !== 'inactive' || id === lead.assigned_agent)
    .map(({ id, name }) => ({ value: id, label: name }));
  const known = options.some(({ value }) => value === lead.assigned_agent);
  const own = lead.agent && !known ? [{ value: lead.agent.id, label: lead.agent.name }] : [];
  return (
    <Select
      size="xs"
      aria-label="Agent"
      placeholder="No agent"
      data={[...own, ...options]}
      value={lead.assigned_agent}
      onChange={(id) => void save({ assigned_agent: id }, version).catch(tellRefusal('The agent was not changed'))}
      searchable
      clearable
    />
  );
}
