import { Button, Code, Group, Modal, Paper, Stack, Text } from '@mantine/core';
import { skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { toWords } from '../api/problem.js';
import { useTenant } from '../api/workspace.js';
import { DateTime } from './date-time.js';
import { type Delivery, deliveryQuery, resendDelivery, type Subscription } from './deliveries.js';
import { QueryState } from './query-state.js';
import { StatusBadge } from './status-badge.js';

function Attempt({ attempt, number }: { readonly attempt: Delivery['attempts'][number]; readonly number: number }) {
  const { timestamp, response_code, duration_ms, error, response_body } = attempt;
  const took = new Intl.NumberFormat(undefined, { style: 'unit', unit: 'millisecond' }).format(duration_ms);
  return (
    <Paper withBorder p="sm">
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          Attempt {number}: {response_code ?? 'no answer'}
        </Text>
        <Text size="xs">
          <DateTime value={timestamp} />, {took}
        </Text>
      </Group>
      {error === null ? null : <Text size="sm">{error}</Text>}
      {response_body ? (
        <Code block mt="xs" tabIndex={0} aria-label={`Answer to attempt ${number}`}>
          {response_body}
        </Code>
      ) : null}
    </Paper>
  );
}

function DeliveryFacts({ event_id, event, status, timestamp, next_retry, attempts }: Delivery) {
  return (
    <Stack gap="sm">
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
      {attempts.length === 0 ? <Text size="sm">No attempt has ended yet.</Text> : null}
      {attempts.map((attempt, index) => (
        <Attempt key={attempt.timestamp} attempt={attempt} number={index + 1} />
      ))}
    </Stack>
  );
}

interface DeliveryDialogProps {
  readonly subscription: Subscription;
  /** Undefined while none is open. */
  readonly deliveryId: string | undefined;
  readonly onClose: () => void;
}

/** A delivery with each attempt: when, how long, and what was answered. */
export function DeliveryDialog({ subscription, deliveryId, onClose }: DeliveryDialogProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const options = deliveryQuery(tenant, subscription, deliveryId ?? '');
  const delivery = useQuery(deliveryId === undefined ? { ...options, queryFn: skipToken } : options);
  const resend = useMutation({
    mutationFn: () => resendDelivery(tenant, subscription, deliveryId ?? ''),
    onSuccess: () => queries.invalidateQueries({ queryKey: [...tenant.key, subscription.kind, subscription.id] }),
  });
  return (
    <Modal
      opened={deliveryId !== undefined}
      onClose={onClose}
      title="Delivery"
      size="lg"
      centered
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <QueryState query={delivery}>{(data) => <DeliveryFacts {...data} />}</QueryState>
      {resend.error ? (
        <Text size="sm" mt="sm" c="var(--mantine-color-error)" role="alert">
          {toWords(resend.error)}
        </Text>
      ) : null}
      <Group justify="flex-end" mt="md">
        <Button loading={resend.isPending} onClick={() => resend.mutate()}>
          Send again
        </Button>
      </Group>
    </Modal>
  );
}
