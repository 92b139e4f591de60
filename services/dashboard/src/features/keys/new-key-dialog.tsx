import { Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { isMode, type Mode } from '../../api/mode.js';
import { useCan, useMode, useTenant } from '../../api/workspace.js';
import { FormModal } from '../../ui/dialogs/form-dialog.js';
import { DateField } from '../../ui/forms/date-field.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { apiKeysQuery } from './api-key-queries.js';
import { ScopeChoice, toScopes } from './scope-choice.js';

interface KeyValues extends Record<string, unknown> {
  name: string;
  mode: Mode;
  scopes: string[];
  expires_at: string;
  revoke_with_creator: boolean;
}

interface NewKeyDialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onCreated: (key: string) => void;
}

const modes = [
  { value: 'live', label: 'Live: real data' },
  { value: 'sandbox', label: 'Sandbox: test data' },
];

function NewKeyForm({ onClose, onCreated }: Omit<NewKeyDialogProps, 'opened'>) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<KeyValues>({
    initialValues: { name: '', mode: useMode(), scopes: [], expires_at: '', revoke_with_creator: false },
    validate: {
      name: (value) => (value.trim() === '' ? 'Enter a name.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose at least one scope.' : null),
    },
  });
  const create = useMutation({
    mutationFn: ({ scopes, expires_at, ...values }: KeyValues) => {
      const expiry = expires_at === '' ? null : new Date(`${expires_at}T23:59:59`).toISOString();
      const body = { ...values, scopes: toScopes(scopes), expires_at: expiry };
      return readBody(tenant.auth.POST('/auth/api-keys', { body }));
    },
    onSuccess: ({ data }) => {
      onCreated(data.key);
      return queries.invalidateQueries({ queryKey: apiKeysQuery(tenant).queryKey });
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    create.mutate(values);
  });
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="sm">
        <TextInput
          label="Name"
          required
          description="Where you use the key, such as Website"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Group grow gap="sm" align="flex-end">
          <NativeSelect
            label="Mode"
            data={modes}
            {...form.getInputProps('mode')}
            onChange={({ currentTarget: { value } }) => form.setFieldValue('mode', isMode(value) ? value : 'live')}
          />
          <DateField label="Expires on (optional)" {...form.getInputProps('expires_at')} />
        </Group>
        <ScopeChoice label="Scopes" hasAdmin={useCan('own')} {...form.getInputProps('scopes')} />
        <Checkbox
          label="Revoke when I leave the workspace"
          {...form.getInputProps('revoke_with_creator', { type: 'checkbox' })}
        />
        <FormActions label="Create key" isBusy={create.isPending} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}

/** Asks for a new key's name, mode, scopes and expiry. */
export function NewKeyDialog({ opened, ...props }: NewKeyDialogProps) {
  return (
    <FormModal opened={opened} onClose={props.onClose} title="New API key" size="lg">
      <NewKeyForm {...props} />
    </FormModal>
  );
}
