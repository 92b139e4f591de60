import { type Disabling, describeForMail, toDisabledNotice } from '../../deliveries/model/disabling.js';
import type { Notice } from '../../notices/model/notice.js';
import type { Integration } from './integration.js';
import type { Webhook } from './webhook.js';

/** Returns only the host, because the path and query of a receiver's URL may be as secret as a password. */
function getReceiverHost({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}

/** Creates the notice for the workspace. */
export function toDisabledWebhookNotice(webhook: Webhook, disabling: Disabling, id: string, at: Date): Notice {
  const host = getReceiverHost(webhook);
  const subject = { type: 'webhook', id: webhook.id };
  const disabled = { type: 'webhook.disabled', subject, name: `The webhook to ${host}`, host } as const;
  return toDisabledNotice(disabled, disabling, id, at);
}

/** Creates the internal event that makes auth email the owners. */
export function toDisabledWebhookEvent(webhook: Webhook, disabling: Disabling) {
  const { id, disabled_at } = webhook;
  const data = { webhook_id: id, disabled_at, ...describeForMail(disabling, getReceiverHost(webhook)) };
  return { name: 'webhook.disabled', data };
}

/** Returns the host of the chat; null for digests, which Plotline emails itself. */
function getChatHost(integration: Integration): string | null {
  return integration.kind === 'mail_digest' ? null : integration.url.host;
}

/** Creates the notice for the workspace. */
export function toDisabledIntegrationNotice(
  integration: Integration,
  disabling: Disabling,
  id: string,
  at: Date,
): Notice {
  const { name } = integration;
  const subject = { type: 'integration', id: integration.id };
  const host = getChatHost(integration);
  return toDisabledNotice(
    { type: 'integration.disabled', subject, name: `The integration “${name}”`, host },
    disabling,
    id,
    at,
  );
}

/** Creates the internal event that makes auth email the owners. */
export function toDisabledIntegrationEvent(integration: Integration, disabling: Disabling) {
  const { id, name, disabled_at } = integration;
  const data = { integration_id: id, name, disabled_at, ...describeForMail(disabling, getChatHost(integration)) };
  return { name: 'integration.disabled', data };
}
