import { Badge, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useCan } from '../../api/workspace.js';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { Countdown } from './countdown.js';
import { HoldMenu } from './hold-menu.js';
import type { Hold } from './hold-queries.js';

interface HoldLineProps {
  readonly hold: Hold;
  /** Link to the lead on the page of a unit, or the unit's name on the page of a lead. */
  readonly subject: ReactNode;
  /** Text of the subject, for the accessible names of its buttons. */
  readonly name: string;
}

function HoldState({ hold: { expires_at: end, position } }: Pick<HoldLineProps, 'hold'>) {
  if (end === null) {
    return (
      <Badge variant="light" color="gray" tt="none">
        {position === null ? 'In the queue' : `Number ${position} in the queue`}
      </Badge>
    );
  }
  return (
    <Badge variant="light" color="yellow" tt="none">
      Held · <Countdown expiresAt={end} />
    </Badge>
  );
}

/** A hold with its countdown or its place in the queue, its agent and its deposit. */
export function HoldLine({ hold, subject, name }: HoldLineProps) {
  const { deposit, agent, price, notes } = hold;
  const mayWrite = useCan('write');
  return (
    <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
      <Stack gap={4} miw={0}>
        {subject}
        <Group gap="xs">
          <HoldState hold={hold} />
        </Group>
        <Text size="xs" c="dimmed">
          <Money {...price} />
          {agent ? ` · ${agent.name}` : ''}
        </Text>
        {deposit === null ? null : (
          <Text size="xs" c="dimmed">
            Deposit <Money amount={deposit.amount} currency={deposit.currency} />
            {deposit.paid_at === null ? ', not paid yet' : ', paid on '}
            {deposit.paid_at === null ? null : <DateTime value={deposit.paid_at} format="date" />}
            {deposit.paid_at === null && deposit.due_at !== null ? (
              <>
                , due <DateTime value={deposit.due_at} />
              </>
            ) : null}
          </Text>
        )}
        {notes === null ? null : (
          <Text size="xs" style={{ whiteSpace: 'pre-line' }}>
            {notes}
          </Text>
        )}
      </Stack>
      {mayWrite ? <HoldMenu hold={hold} name={name} /> : null}
    </Group>
  );
}
