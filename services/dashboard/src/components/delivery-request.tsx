import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import type { Delivery } from './deliveries.js';
import classes from './delivery.module.css';
import { JsonBlock } from './json-block.js';

const reasons: Readonly<Record<NonNullable<Delivery['request_missing_reason']>, string>> = {
  not_attempted: 'Nothing was sent yet.',
  not_recorded: 'No request of the last attempt is recorded: a digest is mailed, or no request could be made.',
  erased: 'The personal data of the lead were erased, and what was sent of it with them.',
  event_removed: 'The event is not stored any more.',
  too_large: 'The body has more than 256 KiB and is not shown.',
};

/** What the last attempt sent: to where, with which headers, and the body, which is copied byte for byte. */
export function DeliveryRequest({ request, request_missing_reason: reason }: Delivery) {
  if (!request) return <Text size="sm">{reasons[reason ?? 'not_attempted']}</Text>;
  const { method, url, headers, body } = request;
  return (
    <Stack gap="sm">
      {url === null ? (
        <Text size="sm">{method} to the address of the chat, which is a secret.</Text>
      ) : (
        <div className={classes['address']}>
          <strong>{method}</strong> {url}
        </div>
      )}
      <dl className={classes['headers']}>
        {Object.entries(headers).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={600}>
          Body
        </Text>
        <CopyButton value={body}>
          {({ copied, copy }) => (
            <Button size="compact-xs" variant="default" onClick={copy}>
              {copied ? 'Copied' : 'Copy the body as sent'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <JsonBlock label="Body of the request" text={body} />
    </Stack>
  );
}
