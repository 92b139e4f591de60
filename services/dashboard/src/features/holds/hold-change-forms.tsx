import { Stack, Textarea, TextInput } from '@mantine/core';
import { readBody } from '../../api/client.js';
import { useTenant } from '../../api/workspace.js';
import { toDateTimeInput } from '../../ui/format/format-date.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import type { Hold } from './hold-queries.js';
import { HoldTimeFields } from './hold-time-fields.js';
import { findTimeFault, toHoldEnd } from './hold-times.js';
import { useHoldChange } from './use-hold-change.js';

/** Props of a form that changes a hold. */
export interface HoldChangeProps {
  readonly hold: Hold;
  readonly onClose: () => void;
}

/** Form that extends a hold to a later time. */
export function ExtendForm({ hold, onClose }: HoldChangeProps) {
  const { api } = useTenant();
  const params = { path: { id: hold.id } };
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { time: '259200', until: '' },
    validate: { until: (until, { time }) => findTimeFault({ time, until }) },
  });
  const extend = useHoldChange(
    (values: { time: string; until: string }) =>
      readBody(api.POST('/v1/holds/{id}/extend', { params, body: toHoldEnd(values) })),
    'The hold is extended.',
    onClose,
  );
  const submit = form.onSubmit((values) => {
    clearProblem();
    extend.mutate(values, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <HoldTimeFields form={form} label="Hold from now for" hasDefault={false} />
        <FormActions label="Extend hold" isBusy={extend.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Form that releases a hold, with the reason. */
export function ReleaseForm({ hold, onClose }: HoldChangeProps) {
  const { api } = useTenant();
  const params = { path: { id: hold.id } };
  const { form, problem, showProblem, clearProblem } = useProblemForm({ initialValues: { reason: '' } });
  const release = useHoldChange(
    ({ reason }: { reason: string }) =>
      readBody(api.POST('/v1/holds/{id}/release', { params, body: reason.trim() === '' ? {} : { reason } })),
    hold.status === 'queued' ? 'The lead left the queue.' : 'The hold is released.',
    onClose,
  );
  const submit = form.onSubmit((values) => {
    clearProblem();
    release.mutate(values, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Textarea
          label="Reason"
          description="Optional"
          autosize
          minRows={2}
          maxLength={500}
          {...form.getInputProps('reason')}
        />
        <FormActions
          label={hold.status === 'queued' ? 'Leave the queue' : 'Release hold'}
          color="red"
          isBusy={release.isPending}
          problem={problem}
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/** Form that records when the deposit of a hold was paid. */
export function DepositForm({ hold, onClose }: HoldChangeProps) {
  const { api } = useTenant();
  const params = { path: { id: hold.id } };
  const { form, problem, showProblem, clearProblem } = useProblemForm({
    initialValues: { paid_at: toDateTimeInput(new Date()), reference: '' },
    validate: { paid_at: (paidAt) => (paidAt === '' ? 'Enter a day and time.' : null) },
  });
  const pay = useHoldChange(
    ({ paid_at: paidAt, reference }: { paid_at: string; reference: string }) => {
      const text = reference.trim() === '' ? {} : { reference };
      const body = { paid_at: new Date(paidAt).toISOString(), ...text };
      return readBody(api.POST('/v1/holds/{id}/deposit', { params, body }));
    },
    'The deposit is recorded.',
    onClose,
  );
  const submit = form.onSubmit((values) => {
    clearProblem();
    pay.mutate(values, { onError: showProblem });
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <DateField label="Paid on" type="datetime-local" required {...form.getInputProps('paid_at')} />
        <TextInput label="Reference" maxLength={200} {...form.getInputProps('reference')} />
        <FormActions label="Record deposit" isBusy={pay.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
