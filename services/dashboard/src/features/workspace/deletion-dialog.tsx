import { PasswordInput, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { useTenant, useWorkspace } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';

interface DeletionValues extends Record<string, unknown> {
  name: string;
  current_password: string;
  code: string;
  reason: string;
}

interface DeletionDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const initialValues: DeletionValues = { name: '', current_password: '', code: '', reason: '' };

function DeletionForm({ onClose }: Omit<DeletionDialogProps, 'opened'>) {
  const tenant = useTenant();
  const { name: workspaceName } = useWorkspace();
  const hasTwoFactor = useSession().person.two_factor;
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<DeletionValues>({
    initialValues,
    validate: { name: (name) => (name === workspaceName ? null : `Type ${workspaceName}.`) },
  });
  const request = useMutation({
    mutationFn: ({ current_password, code, reason }: DeletionValues) => {
      const body = { current_password, ...(code === '' ? {} : { code }), ...(reason === '' ? {} : { reason }) };
      return readBody(tenant.auth.POST('/auth/workspace/deletion-request', { body }));
    },
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: [...tenant.key, 'workspace'] });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    request.mutate(values);
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Text size="sm">
          In 30 days we permanently delete everything in <strong>{workspaceName}</strong>: properties, units, leads,
          deals, invoices, people, keys and integrations. You can't undo that. We email all owners now.
        </Text>
        <TextInput label="Workspace name" autoComplete="off" {...form.getInputProps('name')} />
        <PasswordInput
          label="Your password"
          autoComplete="current-password"
          {...form.getInputProps('current_password')}
        />
        {hasTwoFactor ? (
          <TextInput
            label="Code from your authenticator app"
            autoComplete="one-time-code"
            {...form.getInputProps('code')}
          />
        ) : null}
        <Textarea label="Reason (optional)" maxLength={500} {...form.getInputProps('reason')} />
        <FormActions
          label="Request deletion"
          color="red"
          isBusy={request.isPending}
          problem={problem}
          cancelLabel="Keep workspace"
          onCancel={onClose}
        />
      </Stack>
    </form>
  );
}

/**
 * Requests the workspace's deletion. Asks for its name, the password and, if the person has set it up, a two-factor
 * code.
 */
export function DeletionDialog({ opened, onClose }: DeletionDialogProps) {
  return (
    <FormModal opened={opened} onClose={onClose} title="Delete this workspace?">
      <DeletionForm onClose={onClose} />
    </FormModal>
  );
}
