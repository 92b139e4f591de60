import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { readBody } from '../../api/client.js';
import { useCan, useTenant } from '../../api/workspace.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { type Invoice, refreshAfterPayment } from './invoice-queries.js';

/** Shows an invoice's status. A button marks an open invoice as paid, which can't be undone. */
export function InvoiceStatus({ id, number, status, amount, currency }: Invoice) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const mayWrite = useCan('write');
  const [isOpen, setIsOpen] = useState(false);
  const pay = useMutation({
    mutationFn: () => readBody(tenant.api.POST('/v1/invoices/{id}/paid', { params: { path: { id } }, body: {} })),
    onSuccess: () => setIsOpen(false),
    // Also after an error, because someone else may have paid or voided the invoice.
    onSettled: () => refreshAfterPayment(queries, tenant),
  });
  const ask = () => {
    pay.reset();
    setIsOpen(true);
  };
  return (
    <Group gap="xs" wrap="nowrap">
      <StatusBadge status={status} />
      {status === 'open' && mayWrite ? (
        <Button size="compact-xs" variant="default" onClick={ask} aria-label={`Mark as paid: ${number}`}>
          Mark as paid
        </Button>
      ) : null}
      {/* Stays when the button goes, to explain why an invoice that was voided meanwhile can't be paid. */}
      <ConfirmDialog
        opened={isOpen}
        title={`Mark ${number} as paid?`}
        confirmLabel="Mark as paid"
        isBusy={pay.isPending}
        error={pay.error}
        onConfirm={() => pay.mutate()}
        onClose={() => setIsOpen(false)}
      >
        <Text size="sm">
          {formatMoney(amount, currency)} was received. This can't be undone, and the sale can't be cancelled
          afterwards.
        </Text>
      </ConfirmDialog>
    </Group>
  );
}
