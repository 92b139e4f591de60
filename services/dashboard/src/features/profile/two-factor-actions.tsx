import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { personClient, readBody } from '../../api/client.js';
import { useSession } from '../../api/session.js';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.js';
import { AccountProblem } from './account-problem.js';

function RemainingCodes() {
  const left = useSession().person.recovery_codes_left;
  return (
    <Text size="sm" {...(left < 3 ? { c: 'var(--mantine-color-error)' } : {})}>
      {left === 0
        ? 'No recovery codes left. Create new ones.'
        : `${left} recovery ${left === 1 ? 'code' : 'codes'} left.`}
    </Text>
  );
}

const questions = {
  renew: {
    title: 'Create new recovery codes?',
    text: 'Your current codes will stop working. We show the new ones only once.',
    label: 'Create new codes',
  },
  remove: {
    title: 'Turn off two-factor authentication?',
    text: 'You will sign in with your password alone. Your recovery codes will stop working.',
    label: 'Turn off',
  },
} as const;

interface TwoFactorActionsProps {
  readonly onNewCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => Promise<void>;
}

/** Creates new recovery codes, or turns two-factor authentication off. */
export function TwoFactorActions({ onNewCodes, onChanged }: TwoFactorActionsProps) {
  const [question, setQuestion] = useState<keyof typeof questions>();
  const [code, setCode] = useState('');
  const ask = (asked: keyof typeof questions | undefined) => {
    setCode('');
    setQuestion(asked);
  };
  const renew = useMutation({
    mutationFn: () => readBody(personClient.POST('/auth/recovery-codes', { body: { code } })),
    onSuccess: ({ data }) => {
      ask(undefined);
      onNewCodes(data.recovery_codes);
      return onChanged();
    },
  });
  const remove = useMutation({
    mutationFn: () => personClient.DELETE('/auth/two-factor', { params: { header: { 'X-Two-Factor-Code': code } } }),
    onSuccess: () => {
      ask(undefined);
      onNewCodes([]);
      return onChanged();
    },
  });
  const answer = question === 'renew' ? renew : remove;
  const words = question && questions[question];
  return (
    <Stack gap="sm">
      <RemainingCodes />
      <Group gap="xs">
        <Button variant="default" onClick={() => ask('renew')}>
          New recovery codes
        </Button>
        <Button variant="outline" color="red" onClick={() => ask('remove')}>
          Turn off
        </Button>
      </Group>
      <AccountProblem error={renew.error ?? remove.error} />
      <ConfirmDialog
        opened={question !== undefined}
        title={words?.title ?? ''}
        confirmLabel={words?.label ?? ''}
        isDestructive
        isBusy={answer.isPending}
        error={answer.error}
        onConfirm={() => answer.mutate()}
        onClose={() => ask(undefined)}
      >
        <Stack gap="sm">
          <Text size="sm">{words?.text}</Text>
          <TextInput
            label="Code"
            description="From your authenticator app, or a recovery code"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        </Stack>
      </ConfirmDialog>
    </Stack>
  );
}
