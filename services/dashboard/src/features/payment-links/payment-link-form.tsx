import { NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useConnectionChoices } from '../../api/active-connections.js';
import { useCan, useMode, useTenant } from '../../api/workspace.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { CreatedLink } from './created-link.js';
import { describeRefusal } from './describe-refusal.js';
import { createPaymentLink, type PaidRecord } from './payment-link-queries.js';

interface PaymentLinkFormProps {
  readonly record: PaidRecord;
  /** Balance of an invoice. Undefined for a deposit, which is always paid in full. */
  readonly balance?: { readonly amount: number; readonly currency: string };
  readonly onClose: () => void;
}

/** Omits `amount` for a deposit, so that an error about it appears below the form. */
type Values = { readonly amount?: number | string; readonly connection_id: string };

/** Creates a link through which the buyer pays, and shows it with a copy button. */
export function PaymentLinkForm({ record, balance, onClose }: PaymentLinkFormProps) {
  const tenant = useTenant();
  const mayConnect = useCan('administer');
  const isSandbox = useMode() === 'sandbox';
  const choices = useConnectionChoices('payments');
  const { form, problem, showProblem, clearProblem } = useProblemForm<Values>({
    initialValues: balance === undefined ? { connection_id: '' } : { amount: balance.amount, connection_id: '' },
    validate: {
      amount: (amount) => (balance === undefined || Number(amount) > 0 ? null : 'Enter an amount above 0.'),
    },
  });
  const create = useMutation({
    mutationFn: ({ amount, connection_id: chosen }: Values) => {
      const connection_id = chosen || choices[0]?.value;
      return createPaymentLink(tenant, record, {
        ...(balance === undefined ? {} : { amount: Number(amount) }),
        ...(choices.length > 1 && connection_id !== undefined ? { connection_id } : {}),
      });
    },
    onSuccess: () => form.resetDirty(),
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    create.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate aria-label="Create a payment link">
      <Stack gap="sm">
        <Text size="sm">
          The buyer pays by card, and the payment is recorded by itself.
          {isSandbox ? ' This is the sandbox: no real money moves.' : ''}
        </Text>
        {balance === undefined ? null : (
          <AmountInput
            label="Amount of the link"
            currency={balance.currency}
            required
            {...form.getInputProps('amount')}
          />
        )}
        {choices.length > 1 ? (
          <NativeSelect label="Payment provider" data={choices} {...form.getInputProps('connection_id')} />
        ) : null}
        {create.data === undefined ? null : <CreatedLink link={create.data} />}
        <FormActions
          label="Create payment link"
          isBusy={create.isPending}
          problem={describeRefusal(create.error, mayConnect) ?? problem}
          cancelLabel="Close"
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}
