import { Alert, Button, Group, Stack, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { readBody } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { showToast } from '../../ui/feedback/toast.js';
import { AmountInput } from '../../ui/forms/amount-input.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { describeHeld } from './describe-held.js';
import { useRefreshHolds } from './hold-queries.js';
import { HoldTimeFields } from './hold-time-fields.js';
import { findTimeFault, toHoldEnd } from './hold-times.js';

interface HoldValues extends Record<string, unknown> {
  time: string;
  until: string;
  deposit: number | string;
  notes: string;
}

interface HoldFormProps {
  /** Null until a lead is chosen. */
  readonly leadId: string | null;
  readonly unitId: string | null;
  /** Currency of the unit's price and of the deposit. */
  readonly currency: string | undefined;
  /** The field that chooses the lead or the unit. */
  readonly choice: ReactNode;
  /** Error of the field that chooses the lead or the unit. */
  readonly onMissing: () => void;
  readonly onClose: () => void;
}

/** Holds a unit for a lead. If the unit is already held for another lead, offers a place in the queue. */
export function HoldForm({ leadId, unitId, currency, choice, onMissing, onClose }: HoldFormProps) {
  const { api } = useTenant();
  const refresh = useRefreshHolds();
  const { form, problem, showProblem, clearProblem } = useProblemForm<HoldValues>({
    initialValues: { time: '', until: '', deposit: '', notes: '' },
    validate: { until: (until, { time }) => findTimeFault({ time, until }) },
  });
  const hold = useMutation({
    mutationFn: async ({ values, queue }: { readonly values: HoldValues; readonly queue: boolean }) => {
      const { deposit, notes } = values;
      const agreed = typeof deposit === 'number' && currency ? { deposit: { amount: deposit, currency } } : {};
      const texts = notes.trim() === '' ? {} : { notes };
      const body = { lead_id: leadId ?? '', unit_id: unitId ?? '', queue, ...toHoldEnd(values), ...agreed, ...texts };
      return (await readBody(api.POST('/v1/holds', { body }))).data;
    },
    onSuccess: ({ status }) => {
      showToast(status === 'queued' ? 'The lead is in the queue for this unit.' : 'The unit is held.');
      onClose();
      return refresh();
    },
    onError: (error) => (isHeld(error) ? undefined : showProblem(error)),
  });
  const send = (queue: boolean) =>
    form.onSubmit((values) => {
      clearProblem();
      if (leadId === null || unitId === null) onMissing();
      else hold.mutate({ values, queue });
    });
  const held = isHeld(hold.error) ? hold.error : undefined;
  return (
    <form onSubmit={send(false)} noValidate>
      <Stack gap="sm">
        {choice}
        <HoldTimeFields form={form} label="Hold for" hasDefault />
        <AmountInput
          label="Deposit"
          description="Leave empty if you agreed on none."
          currency={currency}
          disabled={currency === undefined}
          {...form.getInputProps('deposit')}
        />
        <Textarea label="Notes" autosize minRows={2} maxRows={6} maxLength={2_000} {...form.getInputProps('notes')} />
        {held === undefined ? null : (
          <Alert color="yellow" role="alert" title="Another lead holds this unit">
            {describeHeld(held.data)}
            <Group mt="xs">
              <Button size="xs" loading={hold.isPending} onClick={() => send(true)()}>
                Join the queue
              </Button>
            </Group>
          </Alert>
        )}
        <FormActions label="Hold unit" isBusy={hold.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

function isHeld(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && error.reason === 'unit_held';
}
