import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { findOwners } from '../../directory/api/find-members.js';
import type { Workspace } from '../../directory/model/workspace.js';
import {
  type DisabledIntegration,
  type DisabledWebhook,
  writeIntegrationDisabled,
  writeWebhookDisabled,
} from '../model/disabled-letters.js';
import { type Letter, toMail } from '../model/letter.js';
import type { QueuedMail } from '../store/mails.js';
import { commitWithMail } from './commit-with-mail.js';

/** Disabled webhooks and integrations of a workspace that its owners are told of by mail in an hour; notifications of the workspace tell of all. */
const maxAlertsPerHour = 5;
/** The mail is of no use later. */
const ttlMs = 48 * 3_600_000;

function writeLetter(
  { apiUrl, authUrl }: Pick<Context, 'apiUrl' | 'authUrl'>,
  { id, name }: Pick<Workspace, 'id' | 'name'>,
  disabled: DisabledWebhook | DisabledIntegration,
): Letter {
  if ('webhook_id' in disabled) return writeWebhookDisabled(`${apiUrl}/docs/guides/webhooks`, name, disabled);
  return writeIntegrationDisabled(
    `${authUrl}/dashboard/${id}/live/integrations/${disabled.integration_id}`,
    name,
    disabled,
  );
}

/** Mails all owners of a workspace that a webhook or an integration was disabled, once for each event. */
export async function tellOwners(
  context: Context,
  tenant: Tenant,
  eventId: string,
  disabled: DisabledWebhook | DisabledIntegration,
): Promise<void> {
  const { webhookAlerts, mails, workspaces, clock } = context;
  const caller = createSystemCaller(tenant, 'webhook alert', eventId);
  const [owners, workspace] = await Promise.all([findOwners(context, caller), workspaces.get(tenant.workspaceId)]);
  if (!workspace) return;
  const letter = writeLetter(context, workspace, disabled);
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
