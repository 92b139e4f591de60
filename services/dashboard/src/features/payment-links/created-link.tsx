import { Anchor, Stack, Text } from '@mantine/core';
import { DateTime } from '../../ui/format/date-time.js';
import { Money } from '../../ui/format/money.js';
import { CopyField } from '../../ui/page/copy-field.js';
import type { PaymentLink } from './payment-link-queries.js';

/** Link to send to the buyer, with its amount and its expiry. */
export function CreatedLink({ link: { url, amount, currency, expires_at: end } }: { readonly link: PaymentLink }) {
  return (
    <Stack gap={4} role="status">
      <CopyField label="Payment link" value={url} />
      <Text size="sm">
        <Money amount={amount} currency={currency} />, can be paid until <DateTime value={end} />.{' '}
        <Anchor href={url} target="_blank" rel="noopener noreferrer" size="sm">
          Open the link
          <span className="visually-hidden"> (in a new tab)</span>
        </Anchor>
      </Text>
    </Stack>
  );
}
