import { Group, Stack, Text } from '@mantine/core';
import { useTenant } from '../../api/workspace.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { TextLink } from '../../ui/page/text-link.js';
import { describeEvents } from '../events/public-events.js';
import type { IntegrationSummary } from './integration-queries.js';

/** Summarizes an integration and links to its page. */
export function IntegrationCard({ id, name, events, active }: IntegrationSummary) {
  const [workspaceId, mode] = useTenant().key;
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <Stack gap={2}>
        <TextLink
          to="/$workspaceId/$mode/integrations/$integrationId"
          params={{ workspaceId, mode, integrationId: id }}
        >
          {name}
        </TextLink>
        <Text size="xs" c="dimmed">
          {describeEvents(events)}
        </Text>
      </Stack>
      <StatusBadge status={active ? 'active' : 'off'} />
    </Group>
  );
}
