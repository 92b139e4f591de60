import type { Counter } from '../domain/counter.js';
import type { Integration } from '../domain/integration.js';
import { toStatsJson } from './stats.js';

/** Where it tells of events, and how; of the address of a chat host and end alone. */
function toMeansJson(integration: Integration) {
  if (integration.kind === 'mail_digest') {
    const { recipients, schedule } = integration;
    return { template: null, url_host: null, url_last4: null, recipients, schedule };
  }
  const { template, url } = integration;
  return { template, url_host: url.host, url_last4: url.last4, recipients: null, schedule: null };
}

/** The settings of an integration as the public sees them; those that its kind does not have are null. */
export function toIntegrationSettingsJson(integration: Integration) {
  const { id, kind, name, events, active, disabled_at, created_at, updated_at } = integration;
  return { id, kind, name, events, ...toMeansJson(integration), active, disabled_at, created_at, updated_at };
}

/** An integration as the public sees it. `pending` is the number of its deliveries that were not attempted yet. */
export function toIntegrationJson(integration: Integration, counter: Counter | undefined, pending: number) {
  return { ...toIntegrationSettingsJson(integration), ...toStatsJson(counter, pending) };
}

/** The fields of an integration that a list shows unless the query names others. */
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
