import type { Caller } from '@plotline/kit/core/caller';
import { invalid, notFound, Problem } from '@plotline/kit/core/errors';
import type { RpcAdapter } from '@plotline/kit/rpc/server';
import type { DigestsServiceServer, MailNoticesRequest, NoticeItem } from '@plotline/protos/plotline/auth/v1/digests';
import type { Context } from '../../context.js';
import { findActiveMembers } from '../../directory/api/find-members.js';
import { toMail } from '../model/letter.js';
import { writeNotices } from '../model/notice-letter.js';
import { toUnsubscribePath } from '../model/unsubscription.js';
import { commitWithMail } from '../work/commit-with-mail.js';

const maxItems = 200;
const maxIdLength = 255;
/** Lifetime of the emails. After it, they are no longer useful. */
const ttlMs = 24 * 3_600_000;
/** A path below the address of a workspace's dashboard. */
const path = /^[\w-]+(?:\/[\w-]+)*$/;

/** Returns the items. Throws VALIDATION_ERROR, and FORBIDDEN in the sandbox. */
function readItems({ mode }: Caller, { mail_id, items }: MailNoticesRequest): readonly [NoticeItem, ...NoticeItem[]] {
  if (mode === 'sandbox') throw new Problem('FORBIDDEN', "Agents in the sandbox don't get emails.");
  if (mail_id === '' || mail_id.length > maxIdLength) {
    throw invalid({ field: 'mail_id', message: `must have 1 to ${maxIdLength} characters` });
  }
  const [first, ...others] = items;
  if (!first || items.length > maxItems) throw invalid({ field: 'items', message: `must have 1 to ${maxItems} items` });
  const wrong = items.findIndex((item) => !path.test(item.path));
  if (wrong >= 0) throw invalid({ field: `items[${wrong}].path`, message: 'must be a path such as tasks' });
  return [first, ...others];
}

/** Finds the recipient of a notice, by the id of the person or of the person's agent, if the person has access. */
async function findRecipient(context: Context, caller: Caller, recipientId: string) {
  const agentId = (await context.memberships.findAgent(caller.workspaceId, recipientId)) ?? recipientId;
  const [person] = await findActiveMembers(context, caller, ({ id }) => id === agentId);
  return person ?? null;
}

/** Emails notices to a person, once for each mail id. Resolves to whether the person got them. */
async function mailNotices(context: Context, caller: Caller, request: MailNoticesRequest): Promise<boolean> {
  const [first, ...others] = readItems(caller, request);
  const { mailedDigests, mails, workspaces, authUrl, hashKeys, clock } = context;
  const { workspaceId } = caller;
  const [person, workspace] = await Promise.all([
    findRecipient(context, caller, request.recipient_id),
    workspaces.get(workspaceId),
  ]);
  if (!workspace) throw notFound();
  if (!person) return false;
  const dashboardUrl = `${authUrl}/dashboard/${workspaceId}/live`;
  const toLine = (item: NoticeItem) => ({ text: item.text, url: `${dashboardUrl}/${item.path}` });
  const letter = writeNotices({
    workspaceName: workspace.name,
    lines: [toLine(first), ...others.map(toLine)],
    dashboardUrl,
    settingsUrl: `${dashboardUrl}/profile`,
    unsubscribeUrl: `${authUrl}${toUnsubscribePath({ workspaceId, personId: person.id }, hashKeys)}`,
  });
  return commitWithMail(context, { caller }, async (session) => {
    const known = await mailedDigests.get(session, caller, request.mail_id);
    if (known) return { result: known.recipients > 0 };
    const now = clock();
    await mailedDigests.add(session, caller, { id: request.mail_id, recipients: 1 }, now);
    const options = {
      expiresAt: new Date(now.getTime() + ttlMs),
      origin: 'notice',
      whenLimited: 'drop',
    } as const;
    return { mails: [await mails.add(session, toMail(person.email, letter), options)], result: true };
  });
}

/** Handlers of DigestsService for notices. */
export function createNoticeMailing(context: Context, rpc: RpcAdapter): Pick<DigestsServiceServer, 'mailNotices'> {
  return {
    mailNotices: rpc(async (request, call) => ({ is_mailed: await mailNotices(context, call.caller(), request) })),
  };
}
