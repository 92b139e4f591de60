import { Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { getSubscriptionStatus } from '../../components/deliveries.js';
import { DisabledNotice } from '../../components/disabled-notice.js';
import { showErrorToast } from '../../components/show-error-toast.js';
import { StatusBadge } from '../../components/status-badge.js';
import { IntegrationActions } from './integration-actions.js';
import { IntegrationMeans } from './integration-means.js';
import { getIntegrationsKey, type Integration } from './integrations.js';

/** What an integration tells where, how its messages went, and what can be done with it. */
export function IntegrationSettings(integration: Integration) {
  const { id, name, disabled_at, last_triggered, stats } = integration;
  const tenant = useTenant();
  const queries = useQueryClient();
  const turn = useMutation({
    mutationFn: (active: boolean) =>
      answerOf(tenant.api.PUT('/v1/integrations/{id}', { params: { path: { id } }, body: { active } })),
    onError: showErrorToast('The integration was not changed'),
    // After a refusal too: failing deliveries, or somebody else, may have changed it.
    onSettled: () => queries.invalidateQueries({ queryKey: getIntegrationsKey(tenant) }),
  });
  return (
    <Stack gap="md">
      <DisabledNotice disabledAt={disabled_at} isBusy={turn.isPending} onTurnOn={() => turn.mutate(true)} />
      <Paper component="section" withBorder p="md" aria-label="Settings of the integration">
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600}>{name}</Text>
            <StatusBadge status={getSubscriptionStatus(integration)} />
          </Group>
          <IntegrationMeans integration={integration} />
          <Text size="sm">
            {stats.deliveries_total.toLocaleString()} messages: {stats.deliveries_successful.toLocaleString()}{' '}
            delivered, {stats.deliveries_failed.toLocaleString()} failed. Last attempt:{' '}
            {last_triggered === null ? 'none yet' : <DateTime value={last_triggered} />}.
          </Text>
          <IntegrationActions integration={integration} isTurning={turn.isPending} onTurn={turn.mutate} />
        </Stack>
      </Paper>
    </Stack>
  );
}
