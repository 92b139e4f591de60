import { Text } from '@mantine/core';
import { type NamedRecord, useAgents, useProperties } from './use-names.js';

function nameOf(records: readonly NamedRecord[], id: string): string {
  return records.find((record) => record.id === id)?.name ?? id;
}

export function AgentName({ id }: { readonly id: string | null }) {
  const agents = useAgents();
  return (
    <Text component="span" size="sm">
      {id === null ? 'Nobody' : nameOf(agents, id)}
    </Text>
  );
}

export function PropertyName({ id }: { readonly id: string }) {
  return (
    <Text component="span" size="sm">
      {nameOf(useProperties(), id)}
    </Text>
  );
}
