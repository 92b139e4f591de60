import { Button, Group, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTenant } from '../../api/workspace.js';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import { showErrorToast, showToast } from '../../ui/feedback/toast.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { refreshAfterPayment } from '../invoices/invoice-queries.js';
import { InvoiceChoiceDialog } from './invoice-choice-dialog.js';
import { confirmLine, dismissLine, getLinesKey, type StatementLine } from './statement-queries.js';

/**
 * Buttons that record a line as a payment, or dismiss it. Renders nothing for a line that was already recorded or
 * dismissed.
 */
export function LineActions({ line }: { readonly line: StatementLine }) {
  const { id, status, proposal, amount, currency, text } = line;
  const tenant = useTenant();
  const queries = useQueryClient();
  const [isChoosing, setChoosing] = useState(false);
  const refresh = async () => {
    await queries.invalidateQueries({ queryKey: getLinesKey(tenant) });
    await refreshAfterPayment(queries, tenant);
  };
  const money = formatMoney(amount, currency);
  const choose = proposal === null ? 'Choose invoice' : 'Other invoice';
  const confirm = useMutation({
    mutationFn: () => confirmLine(tenant, id),
    onSuccess: () => showToast(`${money} was recorded as a payment of ${proposal?.invoice_number}.`),
    onError: showErrorToast("The payment wasn't recorded"),
    // Also runs after an error, because someone else may have recorded or dismissed the line, or paid the invoice.
    onSettled: refresh,
  });
  if (status === 'confirmed' || status === 'dismissed') return null;
  const dismiss = async () => {
    await dismissLine(tenant, id);
    await refresh();
  };
  return (
    <Group gap="xs" wrap="nowrap">
      {proposal === null ? null : (
        <Button
          size="compact-sm"
          loading={confirm.isPending}
          aria-label={`Confirm ${money} for ${proposal.invoice_number}`}
          onClick={() => confirm.mutate()}
        >
          Confirm
        </Button>
      )}
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${choose} for ${money}: ${text}`}
        onClick={() => setChoosing(true)}
      >
        {choose}
      </Button>
      <ConfirmButton
        label="Dismiss"
        name={`Dismiss ${money}: ${text}`}
        title={`Dismiss ${money}?`}
        isDestructive={false}
        onConfirm={dismiss}
      >
        <Text size="sm">The money isn't recorded as a payment. This can't be undone.</Text>
      </ConfirmButton>
      {isChoosing ? <InvoiceChoiceDialog line={line} onConfirmed={refresh} onClose={() => setChoosing(false)} /> : null}
    </Group>
  );
}
