import { Alert, Button, Group, Text } from '@mantine/core';
import { answerOf } from '../../api/client.js';
import { toWords } from '../../api/problem.js';
import { useCan, useMode } from '../../api/workspace.js';
import { DateTime } from '../../components/date-time.js';
import type { Agent } from './agents.js';
import { getInvitationEnd, getInvitationState } from './invitation.js';
import { usePeopleChange } from './use-people-change.js';

function InvitationText({ agent }: { readonly agent: Agent }) {
  const { invitation_sent_at: sentAt, email } = agent;
  if (useMode() === 'sandbox') return <>Agents of the sandbox have no accounts: no mail is sent.</>;
  if (sentAt === null) return <>The mail to {email} has not been handed over yet.</>;
  if (getInvitationState(agent, new Date()) === 'expired') {
    return (
      <>
        The link that was sent to {email} on <DateTime value={sentAt} /> is no longer good. Send another one.
      </>
    );
  }
  return (
    <>
      Sent to {email} on <DateTime value={sentAt} />; the link is good until{' '}
      <DateTime value={getInvitationEnd(sentAt)} />.
    </>
  );
}

/** Where the invitation of somebody stands, who has not accepted it yet. */
export function InvitationNotice({ agent }: { readonly agent: Agent }) {
  const isLive = useMode() === 'live';
  const mayResend = useCan('administer') && isLive;
  const resend = usePeopleChange({
    change: ({ auth }) =>
      answerOf(auth.POST('/auth/invitations/{agent_id}/resend', { params: { path: { agent_id: agent.id } } })),
    describe: ({ data }) => `Another link goes to ${data.email}; the one before is no longer good.`,
  });
  return (
    <Alert color="yellow" title="Invited, not accepted yet" mb="md">
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
      {resend.error ? (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {toWords(resend.error)}
        </Text>
      ) : null}
    </Alert>
  );
}
