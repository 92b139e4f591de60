import { newId } from '@plotline/kit/core/ids';
import {
  toDisabledIntegrationEvent,
  toDisabledIntegrationNotice,
  toDisabledWebhookEvent,
  toDisabledWebhookNotice,
} from '../domain/disabled-subscription.js';
import type { Integration } from '../domain/integration.js';
import type { Webhook } from '../domain/webhook.js';
import type { TellDisabled } from '../store/record-outcomes.js';

/** A notice, and an event from which auth tells the owners by mail. */
export const tellWebhookDisabled: TellDisabled<Webhook> = (webhook, disabling, at) => ({
  notice: toDisabledWebhookNotice(webhook, disabling, newId('ntf'), at),
  events: [toDisabledWebhookEvent(webhook, disabling)],
});

/** As of webhooks. */
export const tellIntegrationDisabled: TellDisabled<Integration> = (integration, disabling, at) => ({
  notice: toDisabledIntegrationNotice(integration, disabling, newId('ntf'), at),
  events: [toDisabledIntegrationEvent(integration, disabling)],
});
