import { Alert, Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { personClient, readBody } from '../../api/client.js';
import { setCsrfToken } from '../../api/csrf-token.js';
import { sessionQuery } from '../../api/session.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { Section } from '../../ui/page/section.js';

interface PasswordValues extends Record<string, unknown> {
  current_password: string;
  new_password: string;
}

const initialValues: PasswordValues = { current_password: '', new_password: '' };

/** Changes the password. The server ends all other sessions, revokes the access of apps, and replaces this session. */
export function PasswordForm() {
  const queries = useQueryClient();
  const { form, problem, showProblem, clearProblem } = useProblemForm<PasswordValues>({ initialValues });
  const change = useMutation({
    mutationFn: (body: PasswordValues) => readBody(personClient.POST('/auth/password', { body })),
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
      description="Changing your password ends all your other sessions and the access of all apps."
    >
      <form onSubmit={submit}>
        <Stack gap="sm" maw={420}>
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.getInputProps('current_password')}
          />
          <PasswordInput
            label="New password"
            description="At least 12 characters. Don't use your email or your workspace's name."
            autoComplete="new-password"
            {...form.getInputProps('new_password')}
          />
          <ProblemText problem={problem} />
          {change.isSuccess && !form.isDirty() ? (
            <Alert color="green" role="status">
              Your password was changed.
            </Alert>
          ) : null}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
