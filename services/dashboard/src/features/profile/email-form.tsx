import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { personClient, readBody } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { Section } from '../../ui/page/section.js';

interface EmailValues extends Record<string, unknown> {
  email: string;
  password: string;
}

const initialValues: EmailValues = { email: '', password: '' };

/** Shows the person's name and email. Requests a change of the email, which the person confirms through a link. */
export function EmailForm() {
  const { name, email } = useSession().person;
  const { form, problem, showProblem, clearProblem } = useProblemForm<EmailValues>({ initialValues });
  const change = useMutation({
    mutationFn: (body: EmailValues) => readBody(personClient.POST('/auth/email', { body })),
    onSuccess: () => form.reset(),
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    change.mutate(values);
  });
  return (
    <Section
      title="Name and email"
      description="Owners and admins of a workspace can change your name on the People page."
    >
      <Text>
        <strong>{name}</strong>, {email}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm" mt="sm" maw={420}>
          <TextInput label="New email address" type="email" autoComplete="email" {...form.getInputProps('email')} />
          <PasswordInput
            label="Confirm with your password"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <ProblemText problem={problem} />
          {change.data ? (
            <Alert color="green" role="status">
              We sent a link to {change.data.data.email}. Open it to confirm the new address.
            </Alert>
          ) : null}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
              Change email
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
