import { Checkbox, Stack, Textarea, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { readBody } from '../../api/client.js';
import { ifMatch, readVersioned, type Versioned } from '../../api/versioned-record.js';
import { useTenant } from '../../api/workspace.js';
import { ConflictNotice } from '../../ui/forms/conflict-notice.js';
import { FormActions } from '../../ui/forms/form-actions.js';
import { useRecordForm } from '../../ui/forms/use-record-form.js';
import { ScopeChoice, toScopes } from '../keys/scope-choice.js';
import { type App, appsQuery, readApp } from './app-queries.js';

interface AppValues extends Record<string, unknown> {
  name: string;
  redirect_uris: string;
  scopes: string[];
  confidential: boolean;
}

export interface AppFormProps {
  /** Undefined for a new app. */
  readonly base: Versioned<App> | undefined;
  readonly onClose: () => void;
  readonly onCreated?: (secret: string | null) => void;
}

const newApp: AppValues = { name: '', redirect_uris: '', scopes: [], confidential: true };

const toLines = (text: string) => text.split(/\s+/).filter((line) => line !== '');

const toValues = ({ name, redirect_uris, scopes, confidential }: App): AppValues => ({
  name,
  redirect_uris: redirect_uris.join('\n'),
  scopes,
  confidential,
});

function validate({ redirect_uris, scopes }: AppValues): Record<string, string> {
  return {
    ...(toLines(redirect_uris).length === 0 ? { redirect_uris: 'Enter at least one redirect URI.' } : {}),
    ...(scopes.length === 0 ? { scopes: 'Choose at least one scope.' } : {}),
  };
}

/** Form for an app's name, redirect URIs and scopes. */
export function AppForm({ base, onClose, onCreated }: AppFormProps) {
  const tenant = useTenant();
  const queries = useQueryClient();
  const id = base?.record.id ?? '';
  const { form, problem, conflict, isBusy, submit } = useRecordForm({
    base,
    initialValues: base === undefined ? newApp : toValues(base.record),
    validate,
    toValues,
    toBody: ({ name, redirect_uris, scopes, confidential }) => ({
      name,
      redirect_uris: toLines(redirect_uris),
      scopes: toScopes(scopes),
      confidential,
    }),
    create: async (body): Promise<App> => {
      const { data } = await readBody(tenant.auth.POST('/auth/apps', { body }));
      onCreated?.(data.client_secret);
      return data;
    },
    update: (body, tag) => {
      const params = { path: { id } };
      return readVersioned(tenant.auth.PUT('/auth/apps/{id}', { params, headers: ifMatch(tag), body }));
    },
    read: () => readApp(tenant, id),
    onSaved: () => {
      onClose();
      void queries.invalidateQueries({ queryKey: appsQuery(tenant).queryKey });
    },
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <ConflictNotice conflict={conflict} />
        <TextInput
          label="Name"
          withAsterisk
          description="People see it on the consent page."
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Redirect URIs"
          description="Where people return after they consent, one per line"
          autosize
          minRows={2}
          {...form.getInputProps('redirect_uris')}
        />
        <ScopeChoice label="Scopes the app may request" {...form.getInputProps('scopes')} />
        {base ? null : (
          <Checkbox
            label="The app can keep a secret"
            description="Leave this off for apps in a browser or on a phone. They must use PKCE."
            {...form.getInputProps('confidential', { type: 'checkbox' })}
          />
        )}
        <FormActions label={base ? 'Save' : 'Register app'} isBusy={isBusy} problem={problem} onCancel={onClose} />
      </Stack>
    </form>
  );
}
