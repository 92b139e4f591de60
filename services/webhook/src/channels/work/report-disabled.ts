import { newId } from '@plotline/kit/core/ids';
import type { ReportDisabled } from '../../deliveries/store/record-outcomes.js';
import {
  toDisabledIntegrationEvent,
  toDisabledIntegrationNotice,
  toDisabledWebhookEvent,
  toDisabledWebhookNotice,
} from '../model/disabled-subscription.js';
import type { Integration } from '../model/integration.js';
import type { Webhook } from '../model/webhook.js';

/** Creates the notice for the workspace, and the event that makes auth email the owners. */
export const reportWebhookDisabled: ReportDisabled<Webhook> = (webhook, disabling, at) => ({
  notice: toDisabledWebhookNotice(webhook, disabling, newId('ntf'), at),
  events: [toDisabledWebhookEvent(webhook, disabling)],
});

/** Creates the same notice and event for integrations. */
export const reportIntegrationDisabled: ReportDisabled<Integration> = (integration, disabling, at) => ({
  notice: toDisabledIntegrationNotice(integration, disabling, newId('ntf'), at),
  events: [toDisabledIntegrationEvent(integration, disabling)],
});
