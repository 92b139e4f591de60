import { Alert, Button, Group, Text } from '@mantine/core';
import { readBody } from '../../api/client.js';
import { useCan, useMode } from '../../api/workspace.js';
import { ProblemText } from '../../ui/feedback/problem-text.js';
import { DateTime } from '../../ui/format/date-time.js';
import type { Agent } from './agent-queries.js';
import { getInvitationEnd, getInvitationState } from './invitation.js';
import { usePeopleChange } from './use-people-change.js';

function InvitationText({ agent }: { readonly agent: Agent }) {
  const { invitation_sent_at: sentAt, email } = agent;
  if (useMode() === 'sandbox') return <>Sandbox agents have no accounts, so we don't email them.</>;
  if (sentAt === null) return <>The email to {email} hasn't been sent yet.</>;
  if (getInvitationState(agent, new Date()) === 'expired') {
    return (
      <>
        The link that we sent to {email} on <DateTime value={sentAt} /> has expired. Send a new one.
      </>
    );
  }
  return (
    <>
      Sent to {email} on <DateTime value={sentAt} />. The link expires on <DateTime value={getInvitationEnd(sentAt)} />.
    </>
  );
}

/** Shows the state of an invitation that hasn't been accepted, and offers to resend it. */
export function InvitationNotice({ agent }: { readonly agent: Agent }) {
  const isLive = useMode() === 'live';
  const mayResend = useCan('administer') && isLive;
  const resend = usePeopleChange({
    change: ({ auth }) =>
      readBody(auth.POST('/auth/invitations/{agent_id}/resend', { params: { path: { agent_id: agent.id } } })),
    describe: ({ data }) => `We sent a new link to ${data.email}. The old link no longer works.`,
  });
  return (
    <Alert color="yellow" title="Invitation not accepted yet" mb="md">
      <Group justify="space-between">
        <Text size="sm">
          <InvitationText agent={agent} />
        </Text>
        {mayResend ? (
          <Button size="xs" variant="default" loading={resend.isPending} onClick={() => resend.mutate(undefined)}>
            Send again
          </Button>
        ) : null}
      </Group>
      <ProblemText error={resend.error} />
    </Alert>
  );
}
