import type { Counter } from '../domain/counter.js';
import type { Webhook } from '../domain/webhook.js';
import { toStatsJson } from './stats.js';

/** The settings of a webhook as the public sees them; never with a secret. */
export function toWebhookSettingsJson(webhook: Webhook) {
  const { id, url, events, active, payload_version, disabled_at, created_at, updated_at } = webhook;
  return { id, url, events, active, payload_version, disabled_at, created_at, updated_at };
}

/** A webhook as the public sees it. `pending` is the number of its deliveries that were not attempted yet. */
export function toWebhookJson(webhook: Webhook, counter: Counter | undefined, pending: number) {
  return { ...toWebhookSettingsJson(webhook), ...toStatsJson(counter, pending) };
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
