import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, personClient } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { sessionQuery, useSession } from '../../api/session.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import { Section } from '../../components/section.js';
import { StatusBadge } from '../../components/status-badge.js';
import { ProblemText } from './problem-text.js';
import { RecoveryCodes } from './recovery-codes.js';
import { TwoFactorSetup } from './two-factor-setup.js';

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

interface TurnedOnProps {
  readonly onNewCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => Promise<void>;
}

/** Actions while two-factor authentication is on. */
function TurnedOn({ onNewCodes, onChanged }: TurnedOnProps) {
  const [question, setQuestion] = useState<keyof typeof questions>();
  const [code, setCode] = useState('');
  const ask = (asked: keyof typeof questions | undefined) => {
    setCode('');
    setQuestion(asked);
  };
  const renew = useMutation({
    mutationFn: () => answerOf(personClient.POST('/auth/recovery-codes', { body: { code } })),
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
      <ProblemText error={renew.error ?? remove.error} />
      <ConfirmDialog
        opened={question !== undefined}
        title={words?.title ?? ''}
        confirmLabel={words?.label ?? ''}
        isDestructive
        isBusy={answer.isPending}
        problem={answer.error ? toWords(answer.error) : undefined}
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

/** Sets up two-factor authentication with an authenticator app, or turns it off. */
export function TwoFactorSection() {
  const queries = useQueryClient();
  const isOn = useSession().person.two_factor;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const start = useMutation({ mutationFn: () => answerOf(personClient.POST('/auth/two-factor')) });
  const refresh = async () => {
    const keys = [sessionQuery.queryKey, ['sessions']];
    await Promise.all(keys.map((key) => queries.invalidateQueries({ queryKey: key })));
  };
  const onConfirmed = (recoveryCodes: readonly string[]) => {
    setCodes(recoveryCodes);
    start.reset();
    void refresh();
  };
  return (
    <Section
      title="Two-factor authentication"
      description="Sign in with your password and a code from an authenticator app"
    >
      <Stack gap="sm">
        {codes.length > 0 ? <RecoveryCodes codes={codes} /> : null}
        {isOn ? (
          <>
            <Group>
              <StatusBadge status="active" />
            </Group>
            <TurnedOn
              onNewCodes={setCodes}
              onChanged={() => {
                start.reset();
                return refresh();
              }}
            />
          </>
        ) : null}
        {!isOn && start.data ? (
          <TwoFactorSetup {...start.data.data} onConfirmed={onConfirmed} onCancel={() => start.reset()} />
        ) : null}
        {isOn || start.data ? null : (
          <Group>
            <Button loading={start.isPending} onClick={() => start.mutate()}>
              Set up
            </Button>
          </Group>
        )}
        <ProblemText error={start.error} />
      </Stack>
    </Section>
  );
}
