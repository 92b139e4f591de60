import type { Counter } from '../domain/counter.js';
import type { Integration } from '../domain/integration.js';
import { toStatsJson } from './stats.js';

/** The settings of an integration as the public sees them; of the address host and end alone. */
export function toIntegrationSettingsJson(integration: Integration) {
  const { id, kind, name, events, template, url, active, disabled_at, created_at, updated_at } = integration;
  const address = { url_host: url.host, url_last4: url.last4 };
  return { id, kind, name, events, template, ...address, active, disabled_at, created_at, updated_at };
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
