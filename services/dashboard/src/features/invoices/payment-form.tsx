import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { paymentMethods } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { toDateInput } from '../../ui/format/format-date.js';
import { formatMoney } from '../../ui/format/format-number.js';
import { toChoices } from '../../ui/format/label.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import classes from '../../ui/forms/form-fields.module.css';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { type Invoice, refreshAfterPayment } from './invoice-queries.js';

type Values = {
  readonly amount: number | string;
  readonly paid_on: string;
  readonly method: string;
  readonly reference: string;
};

/** Records a payment of an invoice. Defaults to the whole balance, paid today. */
export function PaymentForm({ invoice: { id, number, balance, currency } }: { readonly invoice: Invoice }) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const values: Values = { amount: balance, paid_on: toDateInput(new Date()), method: 'bank_transfer', reference: '' };
  const { form, problem, showProblem, clearProblem } = useProblemForm<Values>({
    initialValues: values,
    validate: { amount: (amount) => (Number(amount) > 0 ? null : 'Enter an amount above 0.') },
  });
  const record = useMutation({
    mutationFn: ({ amount, paid_on, method, reference }: Values) => {
      const body = {
        amount: Number(amount),
        method: paymentMethods.find((one) => one === method) ?? 'other',
        ...(paid_on === '' ? {} : { paid_on }),
        ...(reference.trim() === '' ? {} : { reference: reference.trim() }),
      };
      return readBody(tenant.api.POST('/v1/invoices/{id}/payments', { params: { path: { id } }, body }));
    },
    onSuccess: ({ data }) => {
      form.reset();
      showToast(`${formatMoney(data.amount, data.currency)} of ${number} was recorded.`);
    },
    onError: showProblem,
    // Also runs after an error, because someone else may have paid or voided the invoice.
    onSettled: () => refreshAfterPayment(queries, tenant),
  });
  const submit = form.onSubmit((sent) => {
    clearProblem();
    record.mutate(sent);
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Record a payment">
      <Stack gap="sm">
        <div className={classes['pair']}>
          <AmountInput label="Amount" currency={currency} required {...form.getInputProps('amount')} />
          <DateField label="Received on" {...form.getInputProps('paid_on')} />
          <NativeSelect label="Method" data={toChoices(paymentMethods)} {...form.getInputProps('method')} />
          <TextInput label="Reference" maxLength={200} {...form.getInputProps('reference')} />
        </div>
        <FormActions label="Record payment" isBusy={record.isPending} problem={problem} />
      </Stack>
    </form>
  );
}
