import { Button, Group, Paper, Progress, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { isActiveJob } from '../../components/job-polling.js';
import { showErrorToast } from '../../components/show-error-toast.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useFreshDeliveries } from '../../components/use-fresh-deliveries.js';
import { ResendDialog } from './resend-dialog.js';
import { getWebhooksKey, type Webhook } from './webhooks.js';

type Resend = components['schemas']['Resend'];

function ResendProgress(resend: Resend) {
  const { id, webhook_id, status, progress, deliveries, error } = resend;
  const tenant = useTenant();
  const queries = useQueryClient();
  useFreshDeliveries({ kind: 'webhooks', id: webhook_id }, deliveries.processed);
  const cancel = useMutation({
    mutationFn: () => {
      const params = { path: { id: webhook_id, resend_id: id } };
      return answerOf(tenant.api.POST('/v1/webhooks/{id}/resends/{resend_id}/cancel', { params, body: {} }));
    },
    onError: showErrorToast('It was not cancelled'),
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
          failed, {deliveries.skipped} left out. {error?.message}
        </Text>
      </Stack>
    </Paper>
  );
}

/** Sending many deliveries again, and how far the last time is. */
export function ResendSection({ id, active }: Webhook) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isOpen, { open, close }] = useDisclosure(false);
  const resends = useQuery({
    queryKey: [...getWebhooksKey(tenant), id, 'resends'],
    queryFn: () => {
      const params = { path: { id }, query: { per_page: 1 } };
      return answerOf(tenant.api.GET('/v1/webhooks/{id}/resends', { params }));
    },
    refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isActiveJob(status)) ? 1500 : false),
  });
  return (
    <>
      {resends.data?.data.map((resend) => (
        <ResendProgress key={resend.id} {...resend} />
      ))}
      {active ? (
        <Group mb="sm">
          <Button size="compact-sm" variant="default" onClick={open}>
            Send many again
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
