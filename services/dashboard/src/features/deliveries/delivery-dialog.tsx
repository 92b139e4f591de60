import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTenant } from '../../api/workspace.js';
import { ModalDialog } from '../../ui/dialogs/dialog.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { DateTime } from '../../ui/format/date-time.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import classes from './delivery.module.css';
import { DeliveryAttempts } from './delivery-attempts.js';
import { type Delivery, deliveryQuery, resendDelivery, type Subscription } from './delivery-queries.js';
import { DeliveryRequest } from './delivery-request.js';
import { useFreshDeliveries } from './use-fresh-deliveries.js';

function DeliveryFacts(delivery: Delivery) {
  const { event_id, event, status, timestamp, next_retry, attempts } = delivery;
  return (
    <Stack gap="md">
      <Stack gap={6}>
        <Group gap="xs">
          <Text fw={600}>{event}</Text>
          <StatusBadge status={status} />
        </Group>
        <Text size="sm">
          Event <Code>{event_id}</Code>, recorded <DateTime value={timestamp} />.
          {next_retry === undefined ? null : (
            <>
              {' '}
              The next attempt is at <DateTime value={next_retry} />.
            </>
          )}
        </Text>
      </Stack>
      <div className={classes['columns']}>
        <Stack component="section" gap="xs">
          <Title order={3} size="h6">
            Latest request
          </Title>
          <DeliveryRequest {...delivery} />
        </Stack>
        <Stack component="section" gap="xs">
          <Title order={3} size="h6">
            Attempts and responses
          </Title>
          <DeliveryAttempts attempts={attempts} />
        </Stack>
      </div>
    </Stack>
  );
}

interface DeliveryDialogProps {
  readonly subscription: Subscription;
  /** Undefined while the dialog is closed. */
  readonly deliveryId: string | undefined;
  readonly onClose: () => void;
}

/** Shows a delivery's latest request, and each attempt with its response. */
export function DeliveryDialog({ subscription, deliveryId, onClose }: DeliveryDialogProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const options = deliveryQuery(tenant, subscription, deliveryId ?? '');
  const delivery = useQuery(deliveryId === undefined ? { ...options, queryFn: skipToken } : options);
  useFreshDeliveries(subscription, delivery.data?.attempts.length);
  const resend = useMutation({
    mutationFn: () => resendDelivery(tenant, subscription, deliveryId ?? ''),
    onSettled: () => queries.invalidateQueries({ queryKey: [...tenant.key, subscription.kind, subscription.id] }),
  });
  return (
    <ModalDialog opened={deliveryId !== undefined} onClose={onClose} title="Delivery" size={1080}>
      <QueryState query={delivery}>{(data) => <DeliveryFacts {...data} />}</QueryState>
      <ProblemText error={resend.error} mt="sm" />
      <Group justify="flex-end" mt="md">
        {subscription.isActive ? (
          <Button loading={resend.isPending} disabled={!delivery.data} onClick={() => resend.mutate()}>
            Send again
          </Button>
        ) : (
          <Text size="sm">Deliveries are off. Turn them on to send this again.</Text>
        )}
      </Group>
    </ModalDialog>
  );
}
