import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { personClient, readBody } from '../../api/client.js';
import { sessionQuery, useSession } from '../../api/session.js';
import { Section } from '../../ui/page/section.js';
import { StatusBadge } from '../../ui/page/status-badge.js';
import { AccountProblem } from './account-problem.js';
import { RecoveryCodes } from './recovery-codes.js';
import { TwoFactorActions } from './two-factor-actions.js';
import { TwoFactorSetup } from './two-factor-setup.js';

/** Sets up two-factor authentication with an authenticator app, or turns it off. */
export function TwoFactorSection() {
  const queries = useQueryClient();
  const isOn = useSession().person.two_factor;
  const [codes, setCodes] = useState<readonly string[]>([]);
  const start = useMutation({ mutationFn: () => readBody(personClient.POST('/auth/two-factor')) });
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
            <TwoFactorActions
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
        <AccountProblem error={start.error} />
      </Stack>
    </Section>
  );
}
