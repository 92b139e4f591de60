import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { toWords } from '../../api/problem.js';
import { ConfirmDialog } from '../../components/confirm-dialog.js';
import type { Agent } from './agents.js';
import { usePeopleChange } from './use-people-change.js';

/** Resets the two-factor authentication of a colleague who lost their phone. */
export function ResetSecondFactor({ agent: { id, name } }: { readonly agent: Agent }) {
  const [isOpen, { open, close }] = useDisclosure(false);
  const reset = usePeopleChange({
    change: ({ auth }) => auth.POST('/auth/agents/{agent_id}/reset-two-factor', { params: { path: { agent_id: id } } }),
    describe: () => `${name}'s two-factor authentication was reset. We notified them by email.`,
    onDone: close,
  });
  return (
    <>
      <Button variant="default" onClick={open}>
        Reset two-factor authentication
      </Button>
      <ConfirmDialog
        opened={isOpen}
        title={`Reset ${name}'s two-factor authentication?`}
        confirmLabel="Reset"
        isDestructive
        isBusy={reset.isPending}
        problem={reset.error ? toWords(reset.error) : undefined}
        onConfirm={() => reset.mutate(undefined)}
        onClose={close}
      >
        <Text size="sm">
          Do this for a colleague who lost their phone and recovery codes. It signs them out everywhere. They sign in
          with only their password until they set it up again. Make sure that the request really comes from them.
        </Text>
      </ConfirmDialog>
    </>
  );
}
