import type { Consumer } from '@plotline/kit/broker/consume';
import {
  type ParsedEnvelope,
  parseEnvelope,
  readField,
  readOptionalText,
  readText,
} from '@plotline/kit/broker/message';
import { createSystemCaller, type Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import { findOwners } from '../../directory/api/find-members.js';
import type { Workspace } from '../../directory/model/workspace.js';
import {
  type ConnectionInNeed,
  type DisabledIntegration,
  type DisabledWebhook,
  writeIntegrationDisabled,
  writeNeedsAttention,
  writeWebhookDisabled,
} from '../model/disabled-letters.js';
import { type Letter, toMail } from '../model/letter.js';
import type { QueuedMail } from '../store/mails.js';
import { commitWithMail } from './commit-with-mail.js';

/**
 * Maximum emails per hour about disabled webhooks and integrations of a workspace. The workspace's notifications list
 * all of them.
 */
const maxAlertsPerHour = 5;
/** Lifetime of the emails. After it, they are no longer useful. */
const mailTtlMs = 48 * 3_600_000;
const prefetch = 4;

type Alert = DisabledWebhook | DisabledIntegration | ConnectionInNeed;

function writeLetter(
  { apiUrl, authUrl }: Pick<Context, 'apiUrl' | 'authUrl'>,
  { id, name }: Pick<Workspace, 'id' | 'name'>,
  disabled: Alert,
): Letter {
  if ('connection_id' in disabled) return writeNeedsAttention(`${authUrl}/dashboard/${id}/live`, name, disabled);
  if ('webhook_id' in disabled) return writeWebhookDisabled(`${apiUrl}/docs/guides/webhooks`, name, disabled);
  return writeIntegrationDisabled(
    `${authUrl}/dashboard/${id}/live/integrations/${disabled.integration_id}`,
    name,
    disabled,
  );
}

/** Emails all owners of a workspace about a disabled webhook or integration, once for each event. */
async function tellOwners(context: Context, tenant: Tenant, eventId: string, disabled: Alert): Promise<void> {
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
    const expiresAt = new Date(now.getTime() + mailTtlMs);
    const queued: (QueuedMail | null)[] = [];
    for (const { email } of owners) {
      queued.push(await mails.add(session, toMail(email, letter), { expiresAt, origin: 'alert', whenLimited: 'drop' }));
    }
    return { mails: queued, result: undefined };
  });
}

function readConnection({ data }: ParsedEnvelope): ConnectionInNeed {
  return {
    connection_id: readText(data, 'connection_id'),
    name: readText(data, 'name'),
    message: readText(data, 'message'),
    failed_at: new Date(readText(data, 'at')),
  };
}

/** Reads the failure from the event, with the last response from the receiver. */
function readFailure({ data, timestamp }: ParsedEnvelope) {
  const answer = data['last_answer'];
  const code = readField(answer, 'response_code');
  return {
    event: readText(data, 'event'),
    disabled_at: timestamp,
    response_code: typeof code === 'number' ? code : null,
    error: readOptionalText(answer, 'error'),
    response_body: readOptionalText(answer, 'response_body'),
  };
}

/**
 * Consumes `webhook.disabled` and `integration.disabled` from the webhook service, and `connection.needs_attention`
 * from the connect service. Emails the owners of the workspace. Sends no email about the sandbox.
 */
export function sendDisabledAlerts(context: Context): Consumer {
  return {
    queue: 'auth.webhook-disabled',
    bindings: ['webhook.disabled', 'integration.disabled', 'connection.needs_attention'],
    prefetch,
    handle: async (event) => {
      const envelope = parseEnvelope(event.payload);
      if (event.mode === 'sandbox') return;
      const { workspace_id, data } = envelope;
      const tenant = { workspaceId: workspace_id, mode: event.mode };
      if (event.name === 'connection.needs_attention') {
        await tellOwners(context, tenant, event.id, readConnection(envelope));
        return;
      }
      const failure = readFailure(envelope);
      const disabled =
        event.name === 'webhook.disabled'
          ? { webhook_id: readText(data, 'webhook_id'), host: readText(data, 'host'), ...failure }
          : {
              integration_id: readText(data, 'integration_id'),
              name: readText(data, 'name'),
              host: readOptionalText(data, 'host'),
              ...failure,
            };
      await tellOwners(context, tenant, event.id, disabled);
    },
  };
}
