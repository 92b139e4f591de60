import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IntegrationCard } from './integration-card.js';
import type { IntegrationSummary } from './integration-queries.js';

interface IntegrationSectionProps {
  readonly name: string;
  /** Shown while there are no integrations of this kind. */
  readonly hint: string;
  readonly integrations: readonly IntegrationSummary[];
  readonly onAdd: () => void;
}

/** Lists the integrations of one kind, with a button that adds another. */
export function IntegrationSection({ name, hint, integrations, onAdd }: IntegrationSectionProps) {
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
            {hint}
          </Text>
        )}
      </Stack>
    </Paper>
  );
}
