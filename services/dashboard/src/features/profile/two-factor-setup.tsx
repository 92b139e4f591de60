import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { personClient, readBody } from '../../api/client.js';
import { useProblemForm } from '../../ui/forms/use-problem-form.js';
import { CopyField } from '../../ui/page/copy-field.js';
import { AccountProblem } from './account-problem.js';
import { QrCode } from './qr-code.js';

interface TwoFactorSetupProps {
  readonly secret: string;
  readonly uri: string;
  readonly onConfirmed: (recoveryCodes: readonly string[]) => void;
  readonly onCancel: () => void;
}

interface CodeValues extends Record<string, unknown> {
  code: string;
}

const initialValues: CodeValues = { code: '' };

/** Shows the secret for the authenticator app, and asks for a first code to turn two-factor authentication on. */
export function TwoFactorSetup({ secret, uri, onConfirmed, onCancel }: TwoFactorSetupProps) {
  const { form, problem, showProblem, clearProblem } = useProblemForm<CodeValues>({ initialValues });
  const confirm = useMutation({
    mutationFn: (body: CodeValues) => readBody(personClient.PUT('/auth/two-factor', { body })),
    onSuccess: ({ data }) => onConfirmed(data.recovery_codes),
    onError: showProblem,
  });
  const submit = form.onSubmit((values) => {
    clearProblem();
    confirm.mutate(values);
  });
  return (
    <Stack gap="sm">
      <Text size="sm">Scan this code with your authenticator app, or enter the secret.</Text>
      <Group align="flex-start" gap="lg">
        <QrCode text={uri} label="QR code of the secret" />
        <Stack gap="sm" flex="1 1 260px">
          <CopyField label="Secret" value={secret} />
          <form onSubmit={submit}>
            <Stack gap="sm">
              <TextInput
                label="Code from the app"
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={6}
                {...form.getInputProps('code')}
              />
              <AccountProblem error={problem === undefined ? null : confirm.error} />
              <Group gap="xs">
                <Button type="submit" loading={confirm.isPending}>
                  Turn on
                </Button>
                <Button variant="default" onClick={onCancel}>
                  Cancel
                </Button>
              </Group>
            </Stack>
          </form>
        </Stack>
      </Group>
    </Stack>
  );
}
