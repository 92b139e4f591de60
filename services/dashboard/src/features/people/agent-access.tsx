import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { readBody } from '../../api/client.js';
import { useMode, useOwnAgentId } from '../../api/workspace.js';
import { showErrorToast } from '../../ui/feedback/toast.js';
import type { Agent } from './agent-queries.js';
import { DeactivateDialog } from './deactivate-dialog.js';
import { ResetSecondFactor } from './reset-second-factor.js';
import { usePeopleChange } from './use-people-change.js';

/** Buttons that remove a person's access or restore it. */
export function AgentAccess({ agent }: { readonly agent: Agent }) {
  const { id, name, status } = agent;
  const [isOpen, { open, close }] = useDisclosure(false);
  const ownAgentId = useOwnAgentId();
  const mode = useMode();
  // Sandbox agents have no accounts. People turn off their own two-factor authentication in their profile.
  const canReset = mode === 'live' && status === 'active' && ownAgentId !== id;
  const reactivate = usePeopleChange({
    change: ({ api }) => readBody(api.PUT('/v1/agents/{id}', { params: { path: { id } }, body: { status: 'active' } })),
    describe: ({ data }) => (data.status === 'invited' ? `We invited ${name} again.` : `${name} has access again.`),
    onProblem: showErrorToast(`${name} wasn't reactivated`),
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
      <DeactivateDialog agent={agent} opened={isOpen} onClose={close} />
    </>
  );
}
