import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { DateTime } from '../../ui/format/date-time.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { getSubscriptionStatus } from '../deliveries/delivery-queries.js';
import { DisabledNotice } from '../deliveries/disabled-notice.js';
import { listEventChoices } from '../events/public-events.js';
import { WebhookActions } from './webhook-actions.js';
import { getWebhooksKey, type Webhook } from './webhook-queries.js';

/** Shows a webhook's settings, statistics and actions. */
export function WebhookSummaryCard(webhook: Webhook) {
  const { id, url, events, active, disabled_at, payload_version, stats, last_triggered } = webhook;
  const tenant = useTenant();
  const queries = useQueryClient();
  const setActive = useMutation({
    mutationFn: (next: boolean) =>
      readBody(tenant.api.PUT('/v1/webhooks/{id}', { params: { path: { id } }, body: { active: next } })),
    onError: showErrorToast("The webhook wasn't changed"),
    // Also runs after an error, because failed deliveries or someone else may have changed the webhook.
    onSettled: () => queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) }),
  });
  const pause = disabled_at ? null : (
    <Button size="compact-sm" variant="default" loading={setActive.isPending} onClick={() => setActive.mutate(!active)}>
      {active ? 'Pause' : 'Turn on'}
    </Button>
  );
  return (
    <Stack gap="md">
      <DisabledNotice disabledAt={disabled_at} isBusy={setActive.isPending} onTurnOn={() => setActive.mutate(true)} />
      <Paper component="section" withBorder p="md" aria-label="Webhook settings">
        <Stack gap="sm">
          <Group gap="xs">
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {url}
            </Text>
            <StatusBadge status={getSubscriptionStatus(webhook)} />
          </Group>
          <Text size="sm">
            {listEventChoices(events)}; payload {payload_version}
          </Text>
          <Text size="sm">
            Deliveries: {formatNumber(stats.deliveries_total)} ({formatNumber(stats.deliveries_successful)} succeeded,{' '}
            {formatNumber(stats.deliveries_failed)} failed). Last attempt:{' '}
            {last_triggered === null ? 'none yet' : <DateTime value={last_triggered} />}.
          </Text>
          <Group gap="xs">
            <WebhookActions webhook={webhook} pause={pause} />
          </Group>
        </Stack>
      </Paper>
    </Stack>
  );
}
