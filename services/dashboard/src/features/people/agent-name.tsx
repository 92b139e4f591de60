import { Text } from '@mantine/core';
import { useAgents } from './use-agents.js';

/** Shows the name of an agent. */
export function AgentName({ id }: { readonly id: string | null }) {
  const agents = useAgents().data;
  return (
    <Text component="span" size="sm">
      {id === null ? 'Unassigned' : (agents?.find((agent) => agent.id === id)?.name ?? id)}
    </Text>
  );
}
