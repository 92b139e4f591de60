import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf, personClient } from '../../api/client.js';
import { setCsrfToken } from '../../api/csrf-token.js';
import { sessionQuery } from '../../api/session.js';
import { Section } from '../../components/section.js';
import { useProblemForm } from '../../components/use-problem-form.js';

interface PasswordValues extends Record<string, unknown> {
  current_password: string;
  new_password: string;
}

const initialValues: PasswordValues = { current_password: '', new_password: '' };

/** Another password: all other sessions and the access of apps end, and this one is replaced. */
export function PasswordForm() {
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<PasswordValues>({ initialValues });
  const change = useMutation({
    mutationFn: (body: PasswordValues) => answerOf(personClient.POST('/auth/password', { body })),
    onSuccess: async ({ data }) => {
      setCsrfToken(data);
      queries.setQueryData(sessionQuery.queryKey, data);
      form.reset();
      const ended = [['sessions'], ['consents']];
      await Promise.all(ended.map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    change.mutate(values);
  });
  return (
    <Section
      title="Password"
      description="All your other sessions, and the access of all apps, end when you change it."
    >
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          <PasswordInput
            label="Present password"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters, not your email or the name of your workspace"
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          {problem === undefined ? null : (
            <Alert color="red" role="alert">
              {problem}
            </Alert>
          )}
          {change.isSuccess && !form.isDirty() ? (
            <Alert color="green" role="status">
              The password is changed.
            </Alert>
          ) : null}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
              Change the password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
