import { Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { getSubscriptionStatus } from '../deliveries/delivery-queries.js';
import { DisabledNotice } from '../deliveries/disabled-notice.js';
import { IntegrationActions } from './integration-actions.js';
import { IntegrationDetails } from './integration-details.js';
import { getIntegrationsKey, type Integration } from './integration-queries.js';

/** Shows an integration's settings, statistics and actions. */
export function IntegrationSettings(integration: Integration) {
  const { id, name, disabled_at, last_triggered, stats } = integration;
  const tenant = useTenant();
  const queries = useQueryClient();
  const setActive = useMutation({
    mutationFn: (active: boolean) =>
      readBody(tenant.api.PUT('/v1/integrations/{id}', { params: { path: { id } }, body: { active } })),
    onError: showErrorToast("The integration wasn't changed"),
    // Also runs after an error, because failed deliveries or someone else may have changed the integration.
    onSettled: () => queries.invalidateQueries({ queryKey: getIntegrationsKey(tenant) }),
  });
  return (
    <Stack gap="md">
      <DisabledNotice disabledAt={disabled_at} isBusy={setActive.isPending} onTurnOn={() => setActive.mutate(true)} />
      <Paper component="section" withBorder p="md" aria-label="Integration settings">
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusBadge status={getSubscriptionStatus(integration)} />
          </Group>
          <IntegrationDetails integration={integration} />
          <Text size="sm">
            Messages: {formatNumber(stats.deliveries_total)} ({formatNumber(stats.deliveries_successful)} delivered,{' '}
            {formatNumber(stats.deliveries_failed)} failed). Last attempt:{' '}
            {last_triggered === null ? 'none yet' : <DateTime value={last_triggered} />}.
          </Text>
          <IntegrationActions integration={integration} isToggling={setActive.isPending} onToggle={setActive.mutate} />
        </Stack>
      </Paper>
    </Stack>
  );
}
