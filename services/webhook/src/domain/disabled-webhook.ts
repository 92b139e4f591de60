import { type Disabling, describeForMail, toDisabledNotice } from './disabling.js';
import type { Notice } from './notice.js';
import type { Webhook } from './webhook.js';

/** The host alone: path and query of a receiver's URL may be as good as a password. */
function getHost({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}

/** The notice of the workspace. */
export function toDisabledWebhookNotice(webhook: Webhook, disabling: Disabling, id: string, at: Date): Notice {
  const host = getHost(webhook);
  const subject = { type: 'webhook', id: webhook.id };
  const disabled = { type: 'webhook.disabled', subject, name: `The webhook to ${host}`, host } as const;
  return toDisabledNotice(disabled, disabling, id, at);
}

/** The internal event, from which auth tells the owners by mail. */
export function toDisabledWebhookEvent(webhook: Webhook, disabling: Disabling) {
  const { id, disabled_at } = webhook;
  const data = { webhook_id: id, disabled_at, ...describeForMail(disabling, getHost(webhook)) };
  return { name: 'webhook.disabled', data };
}
