import type { CounterValue } from '@plotline/kit/store/counter-values';
import { toStatsJson } from '../../subscriptions/api/stats-json.js';
import type { Webhook } from '../model/webhook.js';

/** Renders the settings of a webhook for the public API, without secrets. */
export function toWebhookSettingsJson(webhook: Webhook) {
  const { id, url, events, active, payload_version, disabled_at, created_at, updated_at } = webhook;
  return { id, url, events, active, payload_version, disabled_at, created_at, updated_at };
}

/** Renders a webhook for the public API. `pending` is the number of its deliveries that have not been attempted yet. */
export function toWebhookJson(webhook: Webhook, counter: CounterValue | undefined, pending: number) {
  return { ...toWebhookSettingsJson(webhook), ...toStatsJson(counter, pending) };
}

/** Fields of a webhook that a list shows by default. */
export const webhookSummaryFields = [
  'id',
  'url',
  'events',
  'active',
  'last_triggered',
  'created_at',
  'updated_at',
] as const;
