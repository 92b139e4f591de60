import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import { getSubscriptionStatus } from '../../components/deliveries.js';
import { DisabledNotice } from '../../components/disabled-notice.js';
import { showErrorToast } from '../../components/show-error-toast.js';
import { StatusBadge } from '../../components/status-badge.js';
import { WebhookActions } from './webhook-actions.js';
import { getWebhooksKey, type Webhook } from './webhooks.js';

/** What a webhook is set to, how its deliveries went, and what can be done with it. */
export function WebhookSummaryCard(webhook: Webhook) {
  const { id, url, events, active, disabled_at, payload_version, stats, last_triggered } = webhook;
  const tenant = useTenant();
  const queries = useQueryClient();
  const turn = useMutation({
    mutationFn: (next: boolean) =>
      answerOf(tenant.api.PUT('/v1/webhooks/{id}', { params: { path: { id } }, body: { active: next } })),
    onError: showErrorToast('The webhook was not changed'),
    // After a refusal too: failing deliveries, or somebody else, may have changed it.
    onSettled: () => queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) }),
  });
  return (
    <Stack gap="md">
      <DisabledNotice disabledAt={disabled_at} isBusy={turn.isPending} onTurnOn={() => turn.mutate(true)} />
      <Paper component="section" withBorder p="md" aria-label="Settings of the webhook">
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <StatusBadge status={getSubscriptionStatus(webhook)} />
          </Group>
          <Text size="sm">
            {events.includes('*') ? 'All events' : events.join(', ')}; payload {payload_version}
          </Text>
          <Text size="sm">
            {stats.deliveries_total.toLocaleString()} deliveries: {stats.deliveries_successful.toLocaleString()}{' '}
            succeeded, {stats.deliveries_failed.toLocaleString()} failed. Last attempt:{' '}
            {last_triggered === null ? 'none yet' : <DateTime value={last_triggered} />}.
          </Text>
          <Group gap="xs">
            <WebhookActions {...webhook} />
            {disabled_at ? null : (
              <Button size="compact-sm" variant="default" loading={turn.isPending} onClick={() => turn.mutate(!active)}>
                {active ? 'Pause' : 'Turn on'}
              </Button>
            )}
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}
