import { Text } from '@mantine/core';
import { useProperties } from '../../components/listing-queries.js';
import { useAgents } from '../../components/use-agents.js';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

function findName(records: readonly NamedRecord[] | undefined, id: string): string {
  return records?.find((record) => record.id === id)?.name ?? id;
}

/** Shows the name of a deal's agent. */
export function AgentName({ id }: { readonly id: string | null }) {
  const agents = useAgents().data;
  return (
    <Text component="span" size="sm">
      {id === null ? 'Unassigned' : findName(agents, id)}
    </Text>
  );
}

export function PropertyName({ id }: { readonly id: string }) {
  return (
    <Text component="span" size="sm">
      {findName(useProperties().data, id)}
    </Text>
  );
}
