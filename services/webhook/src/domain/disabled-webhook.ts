import { type Disabling, describeDisabling, toDisabledNotice } from './disabling.js';
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

/**
 * The internal event, from which auth tells the owners by mail. What was answered to an event about a lead is left out:
 * receivers may echo what they were sent, and neither the journal nor a mail is reached by an erasure.
 */
export function toDisabledEvent(webhook: Webhook, disabling: Disabling) {
  const { last_answer, ...data } = describeDisabling(disabling, getHost(webhook));
  const isPersonal = disabling.after.event.startsWith('lead.');
  const answer = last_answer && { ...last_answer, response_body: isPersonal ? null : last_answer.response_body };
  const disabled = { webhook_id: webhook.id, disabled_at: webhook.disabled_at, ...data, last_answer: answer };
  return { name: 'webhook.disabled', data: disabled };
}
