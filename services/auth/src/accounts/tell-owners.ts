import { createSystemCaller, type Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';
import { toMail } from '../mail/letter.js';
import { type DisabledWebhook, writeWebhookDisabled } from '../mail/letters.js';
import type { QueuedMail } from '../store/mails.js';
import { commitWithMail } from './commit-with-mail.js';
import { findOwners } from './find-owners.js';

/** Disabled webhooks of a workspace that its owners are told of by mail in an hour; notifications of the workspace tell of all. */
const maxAlertsPerHour = 5;
/** The mail is of no use later. */
const ttlMs = 48 * 3_600_000;

/** Mails all owners of a workspace that a webhook was disabled, once for each event. */
export async function tellOwners(
  context: Context,
  tenant: Tenant,
  eventId: string,
  webhook: DisabledWebhook,
): Promise<void> {
  const { webhookAlerts, mails, workspaces, apiUrl, clock } = context;
  const caller = createSystemCaller(tenant, 'webhook alert', eventId);
  const [owners, workspace] = await Promise.all([
    findOwners(context, caller, tenant.workspaceId),
    workspaces.get(tenant.workspaceId),
  ]);
  if (!workspace) return;
  const letter = writeWebhookDisabled(`${apiUrl}/docs/guides/webhooks`, workspace.name, webhook);
  await commitWithMail(context, { caller }, async (session) => {
    const now = clock();
    if (await webhookAlerts.has(session, tenant, eventId)) return { result: undefined };
    const mailed = await webhookAlerts.countMailed(session, tenant, now, maxAlertsPerHour);
    const isMailed = mailed < maxAlertsPerHour;
    await webhookAlerts.add(session, tenant, eventId, isMailed, now);
    if (!isMailed) return { result: undefined };
    const expiresAt = new Date(now.getTime() + ttlMs);
    const queued: (QueuedMail | null)[] = [];
    for (const { email } of owners) {
      queued.push(await mails.add(session, toMail(email, letter), { expiresAt, origin: 'alert', whenLimited: 'drop' }));
    }
    return { mails: queued, result: undefined };
  });
}
