import { setTimeout as sleep } from 'node:timers/promises';
import type { Tenant } from '@plotline/kit/core/caller';
import { conflict, notFound, Problem } from '@plotline/kit/core/errors';
import { newId } from '@plotline/kit/core/ids';
import type { Command } from '@plotline/kit/store/idempotency/command';
import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import { toLogFields } from '@plotline/kit/telemetry/log';
import type { Context } from '../../context.js';
import { isVerified, maxInvitationsPerDay } from '../../directory/model/workspace.js';
import { toMail } from '../../mail/model/letter.js';
import { writeInvitation } from '../../mail/model/letters.js';
import { type Link, toLinkUrl } from '../../mail/model/link.js';
import type { WhenLimited } from '../../mail/model/mail.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { commitWithMail } from '../../mail/work/commit-with-mail.js';
import { tooManyAttempts } from '../api/prove-password.js';

/** An agent whom the team service has invited. */
export interface Invited {
  readonly agent_id: string;
  readonly agent_version: number;
  readonly email: string;
  readonly name: string;
}

const dayMs = 86_400_000;

const toLinkId = ({ agent_id, agent_version }: Invited) => `link_${agent_id}_${agent_version}`;

/** Creates the link of an invitation within a transaction; earlier invitations of the agent are void then. */
async function createLink(
  { links, authUrl }: Context,
  session: TransactionSession,
  workspaceId: string,
  invited: Invited,
  id: string,
): Promise<{ readonly link: Link; readonly url: string }> {
  const { agent_id, agent_version, email, name } = invited;
  await links.voidInvitations(session, agent_id);
  const invitation = { workspace_id: workspaceId, agent_id, agent_version, name };
  const { link, token } = await links.create(session, { id, purpose: 'invitation', email, invitation });
  return { link, url: toLinkUrl(authUrl, 'invitation', token) };
}

/**
 * Counts an invitation that a workspace mails. Rejects with RATE_LIMIT_EXCEEDED above what its plan and age allow in a day: else whoever
 * signs up could have us mail strangers.
 */
async function countInvitation({ workspaces, failures: counts, clock }: Context, workspaceId: string): Promise<void> {
  const workspace = await workspaces.get(workspaceId);
  if (!workspace) return;
  const max = maxInvitationsPerDay(workspace, clock());
  const [count] = await counts.add([`invitations of ${workspaceId}`], dayMs);
  if (!count || count.failures <= max) return;
  throw tooManyAttempts(count.resetAt, clock(), `At most ${max} invitations a day are mailed for this workspace.`);
}

/** Takes the mail of an invitation within a transaction. */
async function addMail(
  { mails, workspaces }: Context,
  session: TransactionSession,
  { link, url }: { readonly link: Link; readonly url: string },
  whenLimited: WhenLimited,
): Promise<QueuedMail | null> {
  const { email, invitation, expires_at: expiresAt } = link;
  const workspace = await workspaces.get(invitation?.workspace_id ?? '');
  const shown = { name: workspace?.name ?? '', isVerified: workspace !== null && isVerified(workspace) };
  const letter = writeInvitation(url, invitation?.name ?? '', shown);
  return mails.add(session, toMail(email, letter), { linkId: link.id, expiresAt, origin: 'workspace', whenLimited });
}

/**
 * Creates the link of an invitation and its mail, once for each version of the agent. Resolves to the link; to null when a later version was
 * invited already.
 */
async function createInvitation(
  context: Context,
  command: Command,
  workspaceId: string,
  invited: Invited,
): Promise<Link | null> {
  if (!(await context.links.get(toLinkId(invited)))) await countInvitation(context, workspaceId);
  return commitWithMail<Link | null>(context, command, async (session) => {
    const earlier = await context.links.findInvitations(invited.agent_id, session);
    const existing = earlier.find(({ id }) => id === toLinkId(invited));
    if (existing) return { result: existing };
    const isOutdated = earlier.some(({ invitation }) => (invitation?.agent_version ?? 0) > invited.agent_version);
    if (isOutdated) return { result: null };
    const created = await createLink(context, session, workspaceId, invited, toLinkId(invited));
    return { mails: [await addMail(context, session, created, 'wait')], result: created.link };
  });
}

/** Creates the link of an invitation that is not mailed; resolves to its address. */
export function printInvitation(
  context: Context,
  command: Command,
  workspaceId: string,
  invited: Invited,
): Promise<string> {
  return commitWithMail(context, command, async (session) => {
    const { url } = await createLink(context, session, workspaceId, invited, toLinkId(invited));
    return { result: url };
  });
}

/**
 * Sends an invitation again, with another link, in place of the one before. Rejects with NOT_FOUND, with CONFLICT for an agent who is not
 * invited, and with RATE_LIMIT_EXCEEDED when the address had its mails of the hour, or the
 * workspace its invitations of the day.
 */
export async function resendInvitation(context: Context, command: Command, agentId: string): Promise<Link> {
  const { caller } = command;
  const [agent] = await context.agents.find(caller, [agentId]);
  if (!agent) throw notFound();
  if (agent.status !== 'invited') throw conflict('The agent has accepted the invitation, or is not invited any more.');
  await countInvitation(context, caller.workspaceId);
  return commitWithMail(context, command, async (session) => {
    const earlier = await context.links.findInvitations(agentId, session);
    const agent_version = Math.max(0, ...earlier.map(({ invitation }) => invitation?.agent_version ?? 0));
    const invited = { agent_id: agentId, agent_version, email: agent.email, name: agent.name };
    const created = await createLink(context, session, caller.workspaceId, invited, newId('link'));
    const entry = {
      subject: agentId,
      type: 'invitation_resent',
      description: 'The invitation was sent again.',
      events: [],
    };
    return { entries: [entry], mails: [await addMail(context, session, created, 'refuse')], result: created.link };
  });
}

/** Sends an invitation of the team service; more often called, it sends one mail. Nobody is mailed about agents of the sandbox. */
export async function sendInvitation(
  context: Context,
  command: Command,
  { workspaceId, mode }: Tenant,
  invited: Invited,
): Promise<Link | null> {
  if (mode === 'sandbox') throw new Problem('FORBIDDEN', 'Agents of the sandbox are not invited.');
  try {
    return await createInvitation(context, command, workspaceId, invited);
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'RATE_LIMIT_EXCEEDED') throw error;
    const fields = { agent: invited.agent_id, ...toLogFields(command.caller) };
    context.runtime.log.warn(fields, 'an invitation is not sent: too many mails to the address, or of the workspace');
    return null;
  }
}

const pollIntervalMs = 50;
/** How long an answer waits for the mail server. */
const waitMs = 1_500;

/** When the mail of a link was handed over, once it was; null when that takes longer than a request may wait for it. */
export async function waitUntilSent({ links }: Pick<Context, 'links'>, { id }: Link): Promise<Date | null> {
  const end = Date.now() + waitMs;
  for (;;) {
    const link = await links.get(id);
    if (!link || link.sent_at) return link?.sent_at ?? null;
    if (Date.now() + pollIntervalMs > end) return null;
    await sleep(pollIntervalMs);
  }
}
