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

function CodesLeft() {
  const left = useSession().person.recovery_codes_left;
  return (
    <Text size="sm" {...(left < 3 ? { c: 'var(--mantine-color-error)' } : {})}>
      {left === 0 ? 'No recovery codes are left: make new ones.' : `${left} recovery codes are left.`}
    </Text>
  );
}

const questions = {
  renew: {
    title: 'Make new recovery codes?',
    text: 'The codes that you have now are void. The new ones are shown once.',
    label: 'Make new codes',
  },
  remove: {
    title: 'Turn the second factor off?',
    text: 'Your password alone then opens your account. The recovery codes are void.',
    label: 'Turn it off',
  },
} as const;

interface TurnedOnProps {
  readonly onNewCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => Promise<void>;
}

/** What can be done with a second factor that is there. */
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
      <CodesLeft />
      <Group gap="xs">
        <Button variant="default" onClick={() => ask('renew')}>
          New recovery codes
        </Button>
        <Button variant="outline" color="red" onClick={() => ask('remove')}>
          Turn it off
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

/** The second factor: a code of an authenticator app at every sign-in. */
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
    <Section title="Second factor" description="A code of an authenticator app at every sign-in, beside your password.">
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
              Set it up
            </Button>
          </Group>
        )}
        <ProblemText error={start.error} />
      </Stack>
    </Section>
  );
}
