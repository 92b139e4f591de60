import { Text } from '@mantine/core';
import { useProperties } from '../../components/listing-queries.js';
import { useAgents } from '../../components/use-agents.js';

interface NamedRecord {
  readonly id: string;
  readonly name: string;
}

function nameOf(records: readonly NamedRecord[] | undefined, id: string): string {
  return records?.find((record) => record.id === id)?.name ?? id;
}

/** The agent of a deal, which names them by their id. */
export function AgentName({ id }: { readonly id: string | null }) {
  const agents = useAgents().data;
  return (
    <Text component="span" size="sm">
      {id === null ? 'Nobody' : nameOf(agents, id)}
    </Text>
  );
}

export function PropertyName({ id }: { readonly id: string }) {
  return (
    <Text component="span" size="sm">
      {nameOf(useProperties().data, id)}
    </Text>
  );
}
