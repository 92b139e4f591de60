import { toAnswerExcerpt } from './answer-excerpt.js';
import { type DeliveryChange, isExhausted } from './delivery.js';
import { type Notice, webhookScope } from './notice.js';
import { maxAttempts } from './retry-schedule.js';
import type { Webhook } from './webhook.js';

/** Why a webhook was disabled: the delivery whose fifth attempt failed. */
export type Disabling = Pick<DeliveryChange, 'after'>;

/** The changes that disable their webhooks, the first of each webhook. */
export function findDisabling(changes: readonly DeliveryChange[]): Disabling[] {
  const exhausted = changes.filter(isExhausted).toReversed();
  return [...new Map(exhausted.map((change) => [change.after.webhook_id, change])).values()];
}

/** The host alone: path and query of a receiver's URL may be as good as a password. */
function getHost({ url }: Pick<Webhook, 'url'>): string {
  return new URL(url).host;
}

function describe(webhook: Webhook, { after }: Disabling) {
  const last = after.attempts.at(-1);
  const answer = last && {
    timestamp: last.timestamp,
    response_code: last.response_code,
    duration_ms: last.duration_ms,
    error: last.error,
    response_body: toAnswerExcerpt(last.response_body),
  };
  return {
    reason: 'attempts_exhausted',
    attempts: maxAttempts,
    host: getHost(webhook),
    delivery_id: after.id,
    event_id: after.event_id,
    event: after.event,
    last_answer: answer ?? null,
  };
}

/** The notice of the workspace. */
export function toDisabledNotice(webhook: Webhook, disabling: Disabling, id: string, at: Date): Notice {
  const { after } = disabling;
  const data = describe(webhook, disabling);
  const cause = data.last_answer?.error ?? 'It was not answered.';
  return {
    id,
    version: 1,
    type: 'webhook.disabled',
    message: `The webhook to ${data.host} was disabled, as a delivery of ${after.event} failed ${maxAttempts} times. The last time: ${cause}`,
    subject: { type: 'webhook', id: webhook.id },
    data,
    scope: webhookScope,
    created_at: at,
    updated_at: at,
    ...(after.lead_id === undefined ? {} : { lead_id: after.lead_id }),
  };
}

/**
 * The internal event, from which auth tells the owners by mail. What was answered to an event about a lead is left out:
 * receivers may echo what they were sent, and neither the journal nor a mail is reached by an erasure.
 */
export function toDisabledEvent(webhook: Webhook, disabling: Disabling) {
  const { last_answer, ...data } = describe(webhook, disabling);
  const isPersonal = disabling.after.event.startsWith('lead.');
  const answer = last_answer && { ...last_answer, response_body: isPersonal ? null : last_answer.response_body };
  const disabled = { webhook_id: webhook.id, disabled_at: webhook.disabled_at, ...data, last_answer: answer };
  return { name: 'webhook.disabled', data: disabled };
}
