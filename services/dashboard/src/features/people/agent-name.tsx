import { Text } from '@mantine/core';
import { useAgents } from './use-agents.js';

/** Shows the name of an agent. */
export function AgentName({ id }: { readonly id: string | null }) {
  const agents = useAgents().data;
  const name = agents?.find((agent) => agent.id === id)?.name;
  return (
    <Text component="span" size="sm">
      {id === null ? 'Unassigned' : (name ?? (agents === undefined ? '…' : 'Unknown agent'))}
    </Text>
  );
}
