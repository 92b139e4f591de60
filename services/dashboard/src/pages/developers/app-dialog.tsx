import { Checkbox, Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { useTenant } from '../../api/workspace.js';
import { FormActions } from '../../components/form-actions.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { type App, appsQuery } from './apps.js';
import { ScopeChoice, toScopes } from './scope-choice.js';

interface AppValues extends Record<string, unknown> {
  name: string;
  redirect_uris: string;
  scopes: string[];
  confidential: boolean;
}

interface AppDialogProps {
  readonly opened: boolean;
  /** The app to change; a new one when absent. */
  readonly app?: App;
  readonly onClose: () => void;
  readonly onCreated?: (secret: string | null) => void;
}

const toLines = (text: string) => text.split(/\s+/).filter((line) => line !== '');

/** What an app is called, where people come back to it, and what it may ask for. */
export function AppDialog({ opened, app, onClose, onCreated }: AppDialogProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<AppValues>({
    initialValues: {
      name: app?.name ?? '',
      redirect_uris: app?.redirect_uris.join('\n') ?? '',
      scopes: app?.scopes ?? [],
      confidential: app?.confidential ?? true,
    },
    validate: {
      redirect_uris: (value) => (toLines(value).length === 0 ? 'Name at least one address.' : null),
      scopes: (value) => (value.length === 0 ? 'Choose what the app may ask for.' : null),
    },
  });
  const save = useMutation({
    mutationFn: async ({ name, redirect_uris, scopes, confidential }: AppValues) => {
      const fields = { name, redirect_uris: toLines(redirect_uris), scopes: toScopes(scopes) };
      if (app) {
        await answerOf(tenant.auth.PUT('/auth/apps/{id}', { params: { path: { id: app.id } }, body: fields }));
        return;
      }
      const { data } = await answerOf(tenant.auth.POST('/auth/apps', { body: { ...fields, confidential } }));
      onCreated?.(data.client_secret);
    },
    onSuccess: () => {
      onClose();
      return queries.invalidateQueries({ queryKey: appsQuery(tenant).queryKey });
    },
    onError: (error) => {
      showProblem(error);
      const details = error instanceof ApiProblem ? error.details : [];
      const line = details.find(({ field }) => field.startsWith('redirect_uris'));
      if (line) form.setFieldError('redirect_uris', line.message);
    },
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    save.mutate(values);
  });
  return (
    <Modal opened={opened} onClose={onClose} title={app ? `Change ${app.name}` : 'New app'} size="lg">
      <form onSubmit={submit}>
        <Stack gap="sm">
          <TextInput label="Name" description="People see it when they are asked." {...form.getInputProps('name')} />
          <Textarea
            label="Redirect URIs"
            description="One a line: where people come back to the app."
            autosize
            minRows={2}
            {...form.getInputProps('redirect_uris')}
          />
          <ScopeChoice label="What it may ask people for" {...form.getInputProps('scopes')} />
          {app ? null : (
            <Checkbox
              label="It can keep a secret"
              description="Without one, as in a browser or on a phone, it must use PKCE."
              {...form.getInputProps('confidential', { type: 'checkbox' })}
            />
          )}
          <FormActions
            label={app ? 'Save' : 'Register app'}
            isBusy={save.isPending}
            problem={problem}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}
