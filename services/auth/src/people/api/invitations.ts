import { setTimeout as sleep } from 'node:timers/promises';
import { conflict, notFound } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Handler } from '@plotline/kit/http/handler';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { InvitationsServiceServer } from '@plotline/protos/plotline/auth/v1/invitations';
import type { Context } from '../../context.js';
import type { Link } from '../../mail/model/link.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { createInvitationLink } from '../store/invitation-links.js';
import { countInvitation, queueInvitation } from '../work/invitation-mail.js';
import { sendInvitation } from '../work/send-invitation.js';

/**
 * Sends an invitation again, with a link that replaces the previous link. Rejects with NOT_FOUND, and with CONFLICT if
 * the agent isn't invited. Rejects with RATE_LIMIT_EXCEEDED if the address has reached its hourly limit of emails, or
 * the workspace its daily limit of invitations.
 */
export async function resendInvitation(context: Context, command: Command, agentId: string): Promise<Link> {
  const { caller } = command;
  const [agent] = await context.agents.find(caller, [agentId]);
  if (!agent) throw notFound();
  if (agent.status !== 'invited') throw conflict('The agent has accepted the invitation, or is no longer invited.');
  await countInvitation(context, caller.workspaceId);
  return commitWithMail(context, command, async (session) => {
    const earlier = await context.links.findInvitations(agentId, session);
    const agent_version = Math.max(0, ...earlier.map(({ invitation }) => invitation?.agent_version ?? 0));
    const invited = { agent_id: agentId, agent_version, email: agent.email, name: agent.name };
    const created = await createInvitationLink(context, session, caller.workspaceId, invited, newId('link'));
    const entry = {
      subject: agentId,
      type: 'invitation_resent',
      description: 'The invitation was sent again.',
      events: [],
    };
    return {
      entries: [entry],
      mails: [await queueInvitation(context, session, created, 'refuse')],
      result: created.link,
    };
  });
}

const pollIntervalMs = 50;
/** Time for which a response waits for the mail server. */
const waitMs = 1_500;

/** Resolves to the time when a link's email was sent, or to null if that takes longer than a request may wait. */
async function waitUntilSent({ links }: Pick<Context, 'links'>, { id }: Link): Promise<Date | null> {
  const end = Date.now() + waitMs;
  for (;;) {
    const link = await links.get(id);
    if (!link || link.sent_at) return link?.sent_at ?? null;
    if (Date.now() + pollIntervalMs > end) return null;
    await sleep(pollIntervalMs);
  }
}

/** POST /auth/invitations/{agent_id}/resend */
export function resendInvitationHandler(context: Context): Handler {
  return async (call) => {
    const link = await resendInvitation(context, call, call.path('agent_id'));
    const sentAt = await waitUntilSent(context, link);
    return { status: 202, body: { email: link.email, invitation_sent_at: sentAt } };
  };
}

/** InvitationsService: sends the invitations of agents. */
export function createInvitationsService(context: Context, rpc: RpcAdapter): InvitationsServiceServer {
  return {
    sendInvitation: rpc(async (request, call) => {
      const caller = call.caller();
      const link = await sendInvitation(context, { caller }, caller, request);
      const sentAt = link && (await waitUntilSent(context, link));
      return { sent_at: sentAt?.getTime() ?? 0 };
    }),
  };
}
