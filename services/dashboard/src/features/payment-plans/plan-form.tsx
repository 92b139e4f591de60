import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { showToast } from '../../ui/feedback/toast.js';
import { formatNumber } from '../../ui/format/format-number.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { FreshRecord } from '../../ui/forms/fresh-record.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { InstalmentFields } from './instalment-fields.js';
import { getPlansKey, type PaymentPlan, readPlan } from './plan-queries.js';
import {
  findPlanFaults,
  maxInstalments,
  newInstalment,
  newPlan,
  sumPercents,
  toPlanBody,
  toPlanValues,
} from './plan-values.js';

interface PlanFormProps {
  /** Undefined for a new plan. */
  readonly base: Versioned<PaymentPlan> | undefined;
  readonly onClose: () => void;
}

function PlanForm({ base, onClose }: PlanFormProps) {
  const tenant = useTenant();
  const client = useQueryClient();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? newPlan() : toPlanValues(base.record),
    validate: findPlanFaults,
    toValues: toPlanValues,
    toBody: toPlanBody,
    create: async (body) => (await readBody(tenant.api.POST('/v1/payment-plans', { body }))).data,
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.api.PUT('/v1/payment-plans/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readPlan(tenant, id),
    onSaved: ({ name }) => {
      showToast(`The plan ${name} was saved.`);
      void client.invalidateQueries({ queryKey: getPlansKey(tenant) });
      onClose();
    },
  });
  const { instalments } = form.getValues();
  const nextKey = Math.max(-1, ...instalments.map(({ key }) => key)) + 1;
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <ConflictNotice conflict={conflict} />
        <TextInput label="Name" required maxLength={100} data-autofocus {...form.getInputProps('name')} />
        {instalments.map(({ key }, index) => (
          <InstalmentFields
            key={key}
            form={form}
            index={index}
            onRemove={instalments.length === 1 ? undefined : () => form.removeListItem('instalments', index)}
          />
        ))}
        <Group justify="space-between">
          <Button
            size="xs"
            variant="default"
            disabled={instalments.length >= maxInstalments}
            onClick={() => form.insertListItem('instalments', newInstalment(nextKey))}
          >
            Add instalment
          </Button>
          <Text size="sm" role="status">
            Total: {formatNumber(sumPercents(instalments))}%
          </Text>
        </Group>
        {form.errors['instalments'] === undefined ? null : (
          <Text size="sm" c="red" role="alert">
            {form.errors['instalments']}
          </Text>
        )}
        <FormActions label="Save plan" isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

interface PlanDialogProps {
  /** Null for a new plan, undefined while the dialog is closed. */
  readonly plan: PaymentPlan | null | undefined;
  readonly onClose: () => void;
}

/** Creates or edits a payment plan. */
export function PlanDialog({ plan, onClose }: PlanDialogProps) {
  const tenant = useTenant();
  const title = plan ? `Edit ${plan.name}` : 'New payment plan';
  return (
    <FormModal opened={plan !== undefined} onClose={onClose} title={title} size="lg">
      {plan === null ? <PlanForm base={undefined} onClose={onClose} /> : null}
      {plan ? (
        <FreshRecord queryKey={[...getPlansKey(tenant), 'plan', plan.id]} read={() => readPlan(tenant, plan.id)}>
          {(base) => <PlanForm base={base} onClose={onClose} />}
        </FreshRecord>
      ) : null}
    </FormModal>
  );
}
