import { Alert, Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { answerOf, personClient } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { FormProblem } from '../../components/form-actions.js';
import { Section } from '../../components/section.js';
import { useProblemForm } from '../../components/use-problem-form.js';

interface EmailValues extends Record<string, unknown> {
  email: string;
  password: string;
}

const initialValues: EmailValues = { email: '', password: '' };

/** Who the person is, and another address to sign in with, which a link confirms. */
export function EmailForm() {
  const { name, email } = useSession().person;
  const { form, problem, showProblem, clearProblem } = useProblemForm<EmailValues>({ initialValues });
  const change = useMutation({
    mutationFn: (body: EmailValues) => answerOf(personClient.POST('/auth/email', { body })),
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
      description="Your name is as the owners and administrators of a workspace entered it; they can change it under People."
    >
      <Text>
        <strong>{name}</strong>, {email}
      </Text>
      <form onSubmit={submit}>
        <Stack gap="sm" mt="sm" maw={420}>
          <TextInput label="New email address" type="email" autoComplete="email" {...form.getInputProps('email')} />
          <PasswordInput
            label="Password, to confirm"
            autoComplete="current-password"
            {...form.getInputProps('password')}
          />
          <FormProblem problem={problem} />
          {change.data ? (
            <Alert color="green" role="status">
              A link is on its way to {change.data.data.email}. The address changes when you follow it.
            </Alert>
          ) : null}
          <Group>
            <Button type="submit" variant="default" loading={change.isPending} disabled={!form.isDirty()}>
              Change the address
            </Button>
          </Group>
        </Stack>
      </form>
    </Section>
  );
}
