import { Alert, Button, Text } from '@mantine/core';
import { DateTime } from './date-time.js';

interface DisabledNoticeProps {
  /** When; null when it was not. */
  readonly disabledAt: string | null;
  readonly isBusy: boolean;
  readonly onTurnOn: () => void;
}

/** Tells that failing deliveries have disabled a subscription, and offers to turn it on. */
export function DisabledNotice({ disabledAt, isBusy, onTurnOn }: DisabledNoticeProps) {
  if (disabledAt === null) return null;
  return (
    <Alert color="red" title="Deliveries failed, so nothing is sent any more">
      <Text size="sm" mb="sm">
        Since <DateTime value={disabledAt} /> events are recorded and not sent. Once the receiver answers again, turn
        this on, then send again what was recorded.
      </Text>
      <Button size="xs" loading={isBusy} onClick={onTurnOn}>
        Turn on again
      </Button>
    </Alert>
  );
}
