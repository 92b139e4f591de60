import { Badge, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { isEmptyList } from '../../api/cursor-pages.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { LoadMore } from '../../ui/feedback/load-more.js';
import { QueryState } from '../../ui/feedback/query-state.js';
import { formatDateTime } from '../../ui/format/format-date.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { toLabel } from '../../ui/format/label.js';
import { type Payment, paymentsQuery, refreshAfterPayment } from './invoice-queries.js';

function TakeBack({ payment }: { readonly payment: Payment }) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const amount = formatMoney(payment.amount, payment.currency);
  const takeBack = async () => {
    const path = { id: payment.invoice_id, payment_id: payment.id };
    await tenant.api.DELETE('/v1/invoices/{id}/payments/{payment_id}', { params: { path } });
    await refreshAfterPayment(queries, tenant);
  };
  return (
    <ConfirmButton
      label="Reverse"
      name={`Reverse ${amount} of ${formatDateTime(payment.paid_on)}`}
      title={`Reverse ${amount}?`}
      confirmLabel="Reverse payment"
      onConfirm={takeBack}
    >
      <Text size="sm">
        The invoice then is as it was before the payment. The payment stays in the list, marked as reversed.
      </Text>
    </ConfirmButton>
  );
}

function PaymentRow({ payment }: { readonly payment: Payment }) {
  const { amount, currency, paid_on, method, reference, reversed_at } = payment;
  const mayTakeBack = useCan('administer');
  const details = [formatDateTime(paid_on), toLabel(method), reference].filter(Boolean).join(' · ');
  return (
    <Group component="li" justify="space-between" wrap="nowrap" gap="sm">
      <div>
        <Text size="sm" fw={500} td={reversed_at === null ? undefined : 'line-through'}>
          {formatMoney(amount, currency)}
        </Text>
        <Text size="xs" c="dimmed">
          {details}
        </Text>
      </div>
      {reversed_at === null ? (
        mayTakeBack && <TakeBack payment={payment} />
      ) : (
        <Badge variant="light" color="gray" tt="none" miw="max-content">
          Reversed
        </Badge>
      )}
    </Group>
  );
}

/** Payments of an invoice, latest first. */
export function PaymentList({ invoiceId }: { readonly invoiceId: string }) {
  const payments = useInfiniteQuery(paymentsQuery(useTenant(), invoiceId));
  return (
    <QueryState query={payments} isEmpty={isEmptyList} empty={<Text size="sm">No payments yet.</Text>}>
      {({ pages }) => (
        <>
          <Stack component="ul" gap="sm" p={0} m={0} aria-label="Payments">
            {pages
              .flatMap(({ data }) => data)
              .map((payment) => (
                <PaymentRow key={payment.id} payment={payment} />
              ))}
          </Stack>
          <LoadMore query={payments} />
        </>
      )}
    </QueryState>
  );
}
