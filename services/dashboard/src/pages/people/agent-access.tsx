import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useMode, useOwnAgentId } from '../../api/workspace.js';
import type { Agent } from './agents.js';
import { DeactivateDialog } from './deactivate-dialog.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { usePeopleChange } from './use-people-change.js';

/** Takes somebody's access away, or gives it back. */
export function AgentAccess({ agent }: { readonly agent: Agent }) {
  const { id, name, status } = agent;
  const [isAsking, { open, close }] = useDisclosure(false);
  const ownAgentId = useOwnAgentId();
  const mode = useMode();
  // Agents of the sandbox have no accounts, and one's own is removed with a code, in the profile.
  const canReset = mode === 'live' && status === 'active' && ownAgentId !== id;
  const reactivate = usePeopleChange({
    change: ({ api }) => answerOf(api.PUT('/v1/agents/{id}', { params: { path: { id } }, body: { status: 'active' } })),
    describe: ({ data }) => (data.status === 'invited' ? `${name} is invited again.` : `${name} has access again.`),
    onProblem: (error) =>
      notifications.show({ color: 'red', title: `${name} stays inactive`, message: toWords(error) }),
  });
  if (status === 'inactive') {
    return (
      <Button variant="default" loading={reactivate.isPending} onClick={() => reactivate.mutate(undefined)}>
        Reactivate
      </Button>
    );
  }
  return (
    <>
      {canReset ? <ResetSecondFactor agent={agent} /> : null}
      <Button variant="default" onClick={open}>
        Deactivate
      </Button>
      <DeactivateDialog agent={agent} opened={isAsking} onClose={close} />
    </>
  );
}
