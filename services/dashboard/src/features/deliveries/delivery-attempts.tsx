import { Group, Paper, Stack, Text } from '@mantine/core';
import { DateTime } from '../../ui/format/date-time.js';
import { formatMilliseconds } from '../../ui/format/format-duration.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import classes from './delivery.module.css';
import type { Delivery } from './delivery-queries.js';
import { JsonBlock } from './json-block.js';

interface AttemptProps {
  readonly attempt: Delivery['attempts'][number];
  readonly number: number;
}

function Attempt({ attempt, number }: AttemptProps) {
  const { timestamp, response_code, duration_ms, error, response_body } = attempt;
  return (
    <Paper component="li" withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between" gap="xs">
          <Text size="sm" fw={600}>
            Attempt {number}: {response_code ?? (error === null ? 'accepted' : 'no response')}
          </Text>
          <StatusBadge status={error === null ? 'delivered' : 'failed'} />
        </Group>
        <Text size="xs" c="dimmed">
          <DateTime value={timestamp} format="exact" />, took {formatMilliseconds(duration_ms)}
        </Text>
        {error === null ? null : (
          <Text size="sm" c="var(--mantine-color-error)">
            {error}
          </Text>
        )}
        {response_body ? <JsonBlock label={`Response to attempt ${number}`} text={response_body} /> : null}
      </Stack>
    </Paper>
  );
}

/** The attempts of a delivery, latest first, with time, duration, response and error. */
export function DeliveryAttempts({ attempts }: Pick<Delivery, 'attempts'>) {
  if (attempts.length === 0) return <Text size="sm">No attempt has finished yet.</Text>;
  return (
    <ol className={classes['attempts']} reversed>
      {attempts
        .map((attempt, index) => <Attempt key={attempt.timestamp} attempt={attempt} number={index + 1} />)
        .reverse()}
    </ol>
  );
}
