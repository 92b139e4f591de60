import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { isActiveJob } from '../../api/job-polling.js';
import { useTenant } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { useFreshDeliveries } from '../deliveries/use-fresh-deliveries.js';
import { ResendDialog } from './resend-dialog.js';
import { getWebhooksKey, type Webhook } from './webhook-queries.js';

type Resend = components['schemas']['Resend'];

function ResendProgress(resend: Resend) {
  const { id, webhook_id, status, progress, deliveries, error } = resend;
  const tenant = useTenant();
  const queries = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => {
      const params = { path: { id: webhook_id, resend_id: id } };
      return readBody(tenant.api.POST('/v1/webhooks/{id}/resends/{resend_id}/cancel', { params, body: {} }));
    },
    onError: showErrorToast("Couldn't cancel"),
    onSettled: () => queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) }),
  });
  return (
    <Paper component="section" withBorder p="sm" mb="sm" aria-label="Sending again">
      <Stack gap="xs">
        <Group justify="space-between">
          <Group gap="xs">
            <Text size="sm" fw={600}>
              Sending again
            </Text>
            <StatusBadge status={status} />
          </Group>
          {isActiveJob(status) ? (
            <Button size="compact-xs" variant="default" loading={cancel.isPending} onClick={() => cancel.mutate()}>
              Cancel
            </Button>
          ) : null}
        </Group>
        <Progress value={Math.round(progress * 100)} aria-label="Progress of sending again" />
        <Text size="sm">
          {deliveries.processed} of {deliveries.total ?? '…'}: {deliveries.delivered} delivered, {deliveries.failed}{' '}
          failed, {deliveries.skipped} skipped. {error?.message}
        </Text>
      </Stack>
    </Paper>
  );
}

/** Resends many deliveries, and shows the progress of the latest run. */
export function ResendSection({ id, active }: Webhook) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const resends = useQuery({
    queryKey: [...getWebhooksKey(tenant), id, 'resends'],
    queryFn: () => {
      const params = { path: { id }, query: { per_page: 1 } };
      return readBody(tenant.api.GET('/v1/webhooks/{id}/resends', { params }));
    },
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isActiveJob(status)) ? 1500 : false),
  });
  const [latest] = resends.data?.data ?? [];
  // A run may have ended before it is first read, so its id is compared as well.
  useFreshDeliveries({ kind: 'webhooks', id }, latest && `${latest.id} ${latest.deliveries.processed}`);
  return (
    <>
      {resends.data?.data.map((resend) => (
        <ResendProgress key={resend.id} {...resend} />
      ))}
      {active ? (
        <Group mb="sm">
          <Button size="compact-sm" variant="default" onClick={open}>
            Send deliveries again
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            onClick={() => void queries.invalidateQueries({ queryKey: [...getWebhooksKey(tenant), id] })}
          >
            Refresh
          </Button>
        </Group>
      ) : null}
      <ResendDialog key={String(isOpen)} opened={isOpen} webhookId={id} onClose={close} />
    </>
  );
}
