import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { toWords } from '../../api/problem.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import type { Agent } from './agents.js';
import { usePeopleChange } from './use-people-change.js';

/** Removes the second factor of a colleague who has lost it. */
export function ResetSecondFactor({ agent: { id, name } }: { readonly agent: Agent }) {
  const [isAsking, { open, close }] = useDisclosure(false);
  const reset = usePeopleChange({
    change: ({ auth }) => auth.POST('/auth/agents/{agent_id}/reset-two-factor', { params: { path: { agent_id: id } } }),
    describe: () => `${name}'s second factor is reset. We told them by email.`,
    onDone: close,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Reset second factor
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={`Reset ${name}'s second factor?`}
        confirmLabel="Reset second factor"
        isDestructive
        isBusy={reset.isPending}
        problem={reset.error ? toWords(reset.error) : undefined}
        onConfirm={() => reset.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">
          For a colleague who lost their phone and recovery codes. They are signed out everywhere and sign in with their
          password alone until they set up a new one. Make sure that it's really them who asks.
        </Text>
      </ConfirmDialog>
    </>
  );
}
