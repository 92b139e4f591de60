import type { TransactionSession } from '@plotline/kit/store/transactions/transaction';
import type { Context } from '../../context.js';
import { isVerified } from '../../directory/model/workspace.js';
import { toMail } from '../../mail/model/letter.js';
import type { Link } from '../../mail/model/link.js';
import type { WhenLimited } from '../../mail/model/mail.js';
import type { QueuedMail } from '../../mail/store/mails.js';
import { tooManyAttempts } from '../../throttling/model/attempt-limits.js';
import { maxInvitationsPerDay } from '../model/daily-limits.js';
import { writeInvitation } from '../model/letters.js';

const dayMs = 86_400_000;

/**
 * Counts an invitation that a workspace sends. Rejects with RATE_LIMIT_EXCEEDED above the limit for the workspace's
 * plan and age. Otherwise anyone who signs up could make us send emails to strangers. With the id of a link, counts
 * only the first call for it, because an RPC and an event request the same invitation at the same time.
 */
export async function countInvitation(
  { workspaces, failures: counts, clock }: Context,
  workspaceId: string,
  linkId?: string,
): Promise<void> {
  const workspace = await workspaces.get(workspaceId);
  if (!workspace) return;
  const max = maxInvitationsPerDay(workspace, clock());
  const [ofLink] = linkId === undefined ? [] : await counts.add([`invitation ${linkId}`], dayMs);
  const keys = [`invitations of ${workspaceId}`];
  const [count] = ofLink && ofLink.failures > 1 ? await counts.read(keys) : await counts.add(keys, dayMs);
  if (!count || count.failures <= max) return;
  throw tooManyAttempts(count.resetAt, clock(), `This workspace can send at most ${max} invitations a day.`);
}

/** Queues the email of an invitation within a transaction. */
export async function queueInvitation(
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
