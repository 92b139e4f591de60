import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { formatMoney } from '../../components/money.js';
import { StatusBadge } from '../../components/status-badge.js';
import { type Invoice, refreshAfterPayment } from './sale-queries.js';

/** The status of an invoice; an open one can be marked as paid, which cannot be taken back. */
export function InvoiceStatus({ id, number, status, amount, currency }: Invoice) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const mayWrite = useCan('write');
  const [isAsked, setIsAsked] = useState(false);
  const pay = useMutation({
    mutationFn: () => answerOf(tenant.api.POST('/v1/invoices/{id}/paid', { params: { path: { id } }, body: {} })),
    onSuccess: () => setIsAsked(false),
    // A refusal says that another paid or voided it: the list shows what it is now.
    onSettled: () => refreshAfterPayment(queries, tenant),
  });
  const ask = () => {
    pay.reset();
    setIsAsked(true);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge status={status} />
      {status === 'open' && mayWrite ? (
        <Button size="compact-xs" variant="default" onClick={ask} aria-label={`Mark as paid: ${number}`}>
          Mark as paid
        </Button>
      ) : null}
      <ConfirmDialog
        opened={isAsked}
        title={`Mark ${number} as paid?`}
        confirmLabel="Mark as paid"
        isBusy={pay.isPending}
        problem={pay.error ? toWords(pay.error) : undefined}
        onConfirm={() => pay.mutate()}
        onClose={() => setIsAsked(false)}
      >
        <Text size="sm">
          {formatMoney(amount, currency)} were received. This cannot be taken back, and the sale can then no longer be
          cancelled.
        </Text>
      </ConfirmDialog>
    </Group>
  );
}
