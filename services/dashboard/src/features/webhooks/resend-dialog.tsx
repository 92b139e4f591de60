import { Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { deliveryStatuses } from '../../api/enums.js';
import { useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { toDateInput } from '../../ui/format/format-date.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { getWebhooksKey } from './webhook-queries.js';

interface ResendValues extends Record<string, unknown> {
  from: string;
  to: string;
  status: string;
}

interface ResendDialogProps {
  readonly opened: boolean;
  readonly webhookId: string;
  readonly onClose: () => void;
}

const choices = [
  { value: '', label: 'Not delivered' },
  { value: 'failed', label: 'Failed' },
  { value: 'delivered', label: 'Delivered' },
];

function ResendForm({ webhookId, onClose }: Omit<ResendDialogProps, 'opened'>) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const today = toDateInput(new Date());
  const { form, problem, showProblem, clearProblem } = useProblemForm<ResendValues>({
    initialValues: { from: today, to: today, status: '' },
  });
  const resend = useMutation({
    mutationFn: ({ from, to, status }: ResendValues) => {
      const chosen = deliveryStatuses.find((one) => one === status);
      const end = to === '' ? {} : { to };
      const body = { from, ...end, ...(chosen === undefined ? {} : { status: [chosen] }) };
      return readBody(tenant.api.POST('/v1/webhooks/{id}/resend', { params: { path: { id: webhookId } }, body }));
    },
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: getWebhooksKey(tenant) });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    resend.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <Text size="sm">We send them a few at a time, so that new events aren't delayed.</Text>
        <NativeSelect label="Which deliveries" data={choices} {...form.getInputProps('status')} />
        <Group grow gap="sm">
          <DateField label="Recorded from" {...form.getInputProps('from')} />
          <DateField label="Recorded to" {...form.getInputProps('to')} />
        </Group>
        <FormActions label="Send again" isBusy={resend.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Asks which deliveries to resend. A background job resends them. */
export function ResendDialog({ opened, ...props }: ResendDialogProps) {
  return (
    <FormModal opened={opened} onClose={props.onClose} title="Send deliveries again">
      <ResendForm {...props} />
    </FormModal>
  );
}
