import type { Counter } from '../domain/counter.js';
import type { Webhook } from '../domain/webhook.js';

/** The settings of a webhook as the public sees them; never with a secret. */
export function toWebhookSettingsJson(webhook: Webhook) {
  const { id, url, events, active, payload_version, disabled_at, created_at, updated_at } = webhook;
  return { id, url, events, active, payload_version, disabled_at, created_at, updated_at };
}

/** A webhook as the public sees it. `pending` is the number of its deliveries that were not attempted yet. */
export function toWebhookJson(webhook: Webhook, counter: Counter | undefined, pending: number) {
  const successful = counter?.successful ?? 0;
  const failed = counter?.failed ?? 0;
  return {
    ...toWebhookSettingsJson(webhook),
    last_triggered: counter?.last_triggered ?? null,
    stats: {
      deliveries_total: pending + successful + failed,
      deliveries_successful: successful,
      deliveries_failed: failed,
    },
  };
}

/** The fields of a webhook that a list shows unless the query names others. */
export const webhookSummaryFields = [
  'id',
  'url',
  'events',
  'active',
  'last_triggered',
  'created_at',
  'updated_at',
] as const;
