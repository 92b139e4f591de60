import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText } from '@plotline/kit/broker/message';
import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import { Problem } from '@plotline/kit/core/errors';
import type { Command } from '@plotline/kit/store/idempotency/command';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import type { Link } from '../../mail/model/link.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { createInvitationLink, type Invited, toInvitationLinkId } from '../store/invitation-links.js';
import { countInvitation, queueInvitation } from './invitation-mail.js';

const prefetch = 20;

/**
 * Creates the link of an invitation and its email, once for each version of the agent. Resolves to the link, or to null
 * if a later version was already invited.
 */
async function createInvitation(
  context: Context,
  command: Command,
  workspaceId: string,
  invited: Invited,
): Promise<Link | null> {
  const linkId = toInvitationLinkId(invited);
  if (!(await context.links.get(linkId))) await countInvitation(context, workspaceId, linkId);
  return commitWithMail<Link | null>(context, command, async (session) => {
    const earlier = await context.links.findInvitations(invited.agent_id, session);
    const existing = earlier.find(({ id }) => id === linkId);
    if (existing) return { result: existing };
    const isOutdated = earlier.some(({ invitation }) => (invitation?.agent_version ?? 0) > invited.agent_version);
    if (isOutdated) return { result: null };
    const created = await createInvitationLink(context, session, workspaceId, invited);
    return { mails: [await queueInvitation(context, session, created, 'wait')], result: created.link };
  });
}

/**
 * Sends an invitation that the team service requested. A repeated call sends no further email. Agents of the sandbox
 * get none.
 */
export async function sendInvitation(
  context: Context,
  command: Command,
  { workspaceId, mode }: Tenant,
  invited: Invited,
): Promise<Link | null> {
  if (mode === 'sandbox') throw new Problem('FORBIDDEN', "Agents in the sandbox can't be invited.");
  try {
    return await createInvitation(context, command, workspaceId, invited);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'RATE_LIMIT_EXCEEDED') throw error;
    const fields = { agent: invited.agent_id, ...toLogFields(command.caller) };
    context.runtime.log.warn(fields, 'invitation not sent: limit of the address or workspace exceeded');
    return null;
  }
}

function readVersion(value: unknown): number {
  if (typeof value !== 'number') throw new Error("The event's agent_version isn't a number.");
  return value;
}

/**
 * Consumes the team service's `agent.invited`. Does the same as SendInvitation, but after the commit, in case that call
 * was lost.
 */
export function sendInvitations(context: Context): Consumer {
  return {
    queue: 'auth.agent-invited',
    bindings: ['agent.invited'],
    prefetch,
    handle: async (event) => {
      const { workspace_id, data } = parseEnvelope(event.payload);
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      const invited = {
        agent_id: readText(data, 'agent_id'),
        agent_version: readVersion(data['agent_version']),
        email: readText(data, 'email'),
        name: readText(data, 'name'),
      };
      if (tenant.mode === 'sandbox') return;
      const caller = createSystemCaller(tenant, 'invitation', event.id, { traceparent: event.traceparent });
      await sendInvitation(context, { caller }, tenant, invited);
    },
  };
}
