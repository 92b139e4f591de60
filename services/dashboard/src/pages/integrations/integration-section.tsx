import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IntegrationCard } from './integration-card.js';
import type { IntegrationSummary } from './integrations.js';

interface IntegrationSectionProps {
  readonly name: string;
  /** What is said when there are none. */
  readonly invitation: string;
  readonly integrations: readonly IntegrationSummary[];
  readonly onAdd: () => void;
}

/** The integrations of one kind, and the way to another one. */
export function IntegrationSection({ name, invitation, integrations, onAdd }: IntegrationSectionProps) {
  return (
    <Paper component="section" withBorder p="md" aria-label={name}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4">
            {name}
          </Title>
          <Button size="compact-sm" aria-label={`Add ${name}`} onClick={onAdd}>
            Add
          </Button>
        </Group>
        {integrations.map((one) => (
          <IntegrationCard key={one.id} {...one} />
        ))}
        {integrations.length > 0 ? null : (
          <Text size="sm" c="dimmed">
            {invitation}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
