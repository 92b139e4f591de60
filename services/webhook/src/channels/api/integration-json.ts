import type { CounterValue } from '@plotline/kit/store/counter-values';
import { toStatsJson } from '../../subscriptions/api/stats-json.js';
import type { Integration } from '../model/integration.js';

/** Renders the receivers of an integration. Shows only the host and the last characters of a chat's address. */
function toMeansJson(integration: Integration) {
  if (integration.kind === 'mail_digest') {
    const { recipients, schedule: stored } = integration;
    const schedule = { ...stored, follows_workspace: stored.follows_workspace ?? false };
    return { template: null, url_host: null, url_last4: null, recipients, schedule };
  }
  const { template, url } = integration;
  return { template, url_host: url.host, url_last4: url.last4, recipients: null, schedule: null };
}

/** Renders the settings of an integration for the public API. Settings that its kind lacks are null. */
export function toIntegrationSettingsJson(integration: Integration) {
  const { id, kind, name, events, active, disabled_at, created_at, updated_at } = integration;
  return { id, kind, name, events, ...toMeansJson(integration), active, disabled_at, created_at, updated_at };
}

/**
 * Renders an integration for the public API. `pending` is the number of its deliveries that have not been attempted
 * yet.
 */
export function toIntegrationJson(integration: Integration, counter: CounterValue | undefined, pending: number) {
  return { ...toIntegrationSettingsJson(integration), ...toStatsJson(counter, pending) };
}

/** Fields of an integration that a list shows by default. */
export const integrationSummaryFields = [
  'id',
  'kind',
  'name',
  'events',
  'active',
  'last_triggered',
  'created_at',
  'updated_at',
] as const;
