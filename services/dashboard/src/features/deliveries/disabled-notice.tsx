import { Alert, Button, Text } from '@mantine/core';
import { DateTime } from '../../ui/format/date-time.js';

interface DisabledNoticeProps {
  /** Null while the subscription isn't disabled. */
  readonly disabledAt: string | null;
  readonly isBusy: boolean;
  readonly onTurnOn: () => void;
}

/** Warns that failed deliveries have disabled a subscription, and offers to turn it on. */
export function DisabledNotice({ disabledAt, isBusy, onTurnOn }: DisabledNoticeProps) {
  if (disabledAt === null) return null;
  return (
    <Alert color="red" title="Turned off because deliveries failed">
      <Text size="sm" mb="sm">
        Events since <DateTime value={disabledAt} /> were recorded but not sent. Once the receiver responds again, turn
        deliveries on, then send the recorded events again.
      </Text>
      <Button size="xs" loading={isBusy} onClick={onTurnOn}>
        Turn on again
      </Button>
    </Alert>
  );
}
