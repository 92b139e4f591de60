import { Button, CopyButton, Group, Stack, Text } from '@mantine/core';
import classes from './delivery.module.css';
import type { Delivery } from './delivery-queries.js';
import { JsonBlock } from './json-block.js';

const reasons: Readonly<Record<NonNullable<Delivery['request_missing_reason']>, string>> = {
  not_attempted: 'Nothing has been sent yet.',
  not_recorded: "This request wasn't recorded. Either a digest went out by mail, or the request couldn't be made.",
  erased: "The lead's personal data was erased, including this request.",
  event_removed: 'The event is no longer stored.',
  too_large: "The body is larger than 256 KiB, so it isn't shown.",
};

/**
 * Address, headers and body of the latest attempt. The body is copied byte for byte, because the signature covers its
 * bytes.
 */
export function DeliveryRequest({ request, request_missing_reason: reason }: Delivery) {
  if (!request) return <Text size="sm">{reasons[reason ?? 'not_attempted']}</Text>;
  const { method, url, headers, body } = request;
  return (
    <Stack gap="sm">
      {url === null ? (
        <Text size="sm">{method} to the chat's webhook address, which is secret.</Text>
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
              {copied ? 'Copied' : 'Copy raw body'}
            </Button>
          )}
        </CopyButton>
      </Group>
      <JsonBlock label="Request body" text={body} />
    </Stack>
  );
}
