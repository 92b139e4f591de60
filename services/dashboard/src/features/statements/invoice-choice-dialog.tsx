import { Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { optionsStaleTime, readAllPages } from '../../api/cursor-pages.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { showToast } from '../../ui/feedback/toast.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { getBuyerName } from '../invoices/sale-name.js';
import { confirmLine, type StatementLine } from './statement-queries.js';

interface InvoiceChoiceDialogProps {
  readonly line: StatementLine;
  readonly onConfirmed: () => Promise<unknown>;
  readonly onClose: () => void;
}

/** Reads the invoices with a balance in the currency of a statement line. */
function useOpenInvoices(currency: string) {
  const { api, key } = useTenant();
  return useQuery({
    queryKey: [...key, 'invoices', 'with-balance'],
    queryFn: () =>
      readAllPages((cursor) => {
        const status = ['open' as const, 'partially_paid' as const];
        const query = { status, expand: ['lead' as const], per_page: 100, cursor };
        return readBody(api.GET('/v1/invoices', { params: { query } }));
      }),
    staleTime: optionsStaleTime,
    select: (invoices) => invoices.filter((invoice) => invoice.currency === currency),
  });
}

/** Asks which invoice a line pays. */
export function InvoiceChoiceDialog({ line, onConfirmed, onClose }: InvoiceChoiceDialogProps) {
  const { id, amount, currency, text } = line;
  const tenant = useTenant();
  const invoices = useOpenInvoices(currency);
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { invoice_id: '' },
    validate: { invoice_id: (chosen) => (chosen === '' ? 'Choose an invoice.' : null) },
  });
  const confirm = useMutation({
    mutationFn: ({ invoice_id: chosen }: { invoice_id: string }) => confirmLine(tenant, id, chosen),
    onSuccess: () => {
      showToast(`${formatMoney(amount, currency)} was recorded as a payment.`);
      onClose();
    },
    onError: showProblem,
    onSettled: onConfirmed,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    confirm.mutate(values);
  });
  const choices = (invoices.data ?? []).map((invoice) => ({
    value: invoice.id,
    label: `${invoice.number}, ${getBuyerName(invoice)}, ${formatMoney(invoice.balance, invoice.currency)} to pay`,
  }));
  return (
    <FormModal opened onClose={onClose} title={`Payment of ${formatMoney(amount, currency)}`} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack gap="sm">
          <Text size="sm">Text of the payer: {text === '' ? 'none' : text}</Text>
          <Select
            label="Invoice"
            placeholder="Number or buyer"
            data={choices}
            searchable
            comboboxProps={{ withinPortal: false }}
            nothingFoundMessage="No invoice with a balance matches."
            {...form.getInputProps('invoice_id')}
            onChange={(chosen) => form.setFieldValue('invoice_id', chosen ?? '')}
          />
          <ProblemText error={invoices.error} />
          <FormActions label="Record payment" isBusy={confirm.isPending} problem={problem} onCancel={onClose} />
        </Stack>
      </form>
    </FormModal>
  );
}
