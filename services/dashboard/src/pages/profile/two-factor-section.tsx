import { Button, Group, Stack, Text } from '@mantine/core';
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

interface TurnedOnProps {
  readonly onNewCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => Promise<void>;
}

/** What can be done with a second factor that is there. */
function TurnedOn({ onNewCodes, onChanged }: TurnedOnProps) {
  const [isAsked, setIsAsked] = useState(false);
  const renew = useMutation({
    mutationFn: () => answerOf(personClient.POST('/auth/recovery-codes')),
    onSuccess: ({ data }) => {
      onNewCodes(data.recovery_codes);
      return onChanged();
    },
  });
  const remove = useMutation({
    mutationFn: () => personClient.DELETE('/auth/two-factor'),
    onSuccess: () => {
      setIsAsked(false);
      onNewCodes([]);
      return onChanged();
    },
  });
  return (
    <Stack gap="sm">
      <CodesLeft />
      <Group gap="xs">
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          New recovery codes
        </Button>
        <Button variant="outline" color="red" onClick={() => setIsAsked(true)}>
          Turn it off
        </Button>
      </Group>
      <ProblemText error={renew.error ?? remove.error} />
      <ConfirmDialog
        opened={isAsked}
        title="Turn the second factor off?"
        confirmLabel="Turn it off"
        isDestructive
        isBusy={remove.isPending}
        problem={remove.error ? toWords(remove.error) : undefined}
        onConfirm={() => remove.mutate()}
        onClose={() => setIsAsked(false)}
      >
        <Text size="sm">Your password alone then opens your account. The recovery codes are void.</Text>
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
