import { Button, Group, NativeSelect, Stack, Switch, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { components } from '../../../gen/auth.js';
import { answerOf } from '../../api/client.js';
import { ApiProblem } from '../../api/problem.js';
import { sessionQuery } from '../../api/session.js';
import { useTenant } from '../../api/workspace.js';
import { FormProblem } from '../../components/form-actions.js';
import { Section } from '../../components/section.js';
import { useProblemForm } from '../../components/use-problem-form.js';
import { listCurrencies } from './currencies.js';

type Workspace = components['schemas']['Workspace'];

interface WorkspaceValues extends Record<string, unknown> {
  name: string;
  currency: string;
  require_two_factor: boolean;
}

const valuesOf = ({ name, currency, require_two_factor }: Workspace): WorkspaceValues => ({
  name,
  currency,
  require_two_factor,
});

/** Name, currency, and whether owners and admins need a second factor. */
export function WorkspaceForm({ workspace }: { readonly workspace: Workspace }) {
  const { auth, key } = useTenant();
  const [workspaceId] = key;
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<WorkspaceValues>({
    initialValues: valuesOf(workspace),
  });
  const save = useMutation({
    mutationFn: (body: WorkspaceValues) => answerOf(auth.PUT('/auth/workspace', { body })),
    onSuccess: async (answer) => {
      queries.setQueryData([...key, 'workspace'], answer);
      form.setValues(valuesOf(answer.data));
      form.resetDirty(valuesOf(answer.data));
      notifications.show({ message: 'The settings are saved.' });
      // What pages have counted is in the former currency.
      void queries.invalidateQueries({ queryKey: [workspaceId] });
      // The shell shows the name of the workspace by the session.
      await queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
    onError: async (error) => {
      showProblem(error);
      if (error instanceof ApiProblem && error.status === 412) {
        await queries.invalidateQueries({ queryKey: [...key, 'workspace'] });
      }
    },
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    save.mutate(values);
  });
  return (
    <Section title="Workspace">
      <form onSubmit={submit}>
        <Stack gap="sm" mt="sm">
          <TextInput label="Name" {...form.getInputProps('name')} />
          <NativeSelect
            label="Currency"
            description="Of statistics, and of deals whose property and lead name none."
            data={[...listCurrencies()]}
            {...form.getInputProps('currency')}
          />
          <Switch
            label="Owners and admins need a second factor"
            description="Until they set one up they can do nothing else in the workspace. Set up your own first, in your profile."
            {...form.getInputProps('require_two_factor', { type: 'checkbox' })}
          />
          <FormProblem problem={problem} />
          <Group>
            <Button type="submit" loading={save.isPending} disabled={!form.isDirty()}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
