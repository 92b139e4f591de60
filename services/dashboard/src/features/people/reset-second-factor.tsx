import { Text } from '@mantine/core';
import { ConfirmButton } from '../../ui/dialogs/confirm-button.js';
import type { Agent } from './agent-queries.js';
import { usePeopleChange } from './use-people-change.js';

/** Resets the two-factor authentication of a colleague who lost their phone. */
export function ResetSecondFactor({ agent: { id, name } }: { readonly agent: Agent }) {
  const reset = usePeopleChange({
    change: ({ auth }) => auth.POST('/auth/agents/{agent_id}/reset-two-factor', { params: { path: { agent_id: id } } }),
    describe: () => `${name}'s two-factor authentication was reset. We notified them by email.`,
  });
  return (
    <ConfirmButton
      size="sm"
      label="Reset two-factor authentication"
      title={`Reset ${name}'s two-factor authentication?`}
      confirmLabel="Reset"
      onConfirm={() => reset.mutateAsync(undefined)}
    >
      <Text size="sm">
        Do this for a colleague who lost their phone and recovery codes. It signs them out everywhere. They sign in with
        only their password until they set it up again. Make sure that the request really comes from them.
      </Text>
    </ConfirmButton>
  );
}
