import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { readVersioned } from '../../api/versioned-record.js';
import type { Tenant } from '../../api/workspace.js';

export type Webhook = components['schemas']['Webhook'];
export type WebhookSummary = components['schemas']['WebhookSummary'];

/** Returns the prefix of all query keys of webhooks. Invalidate it to refresh them after a change. */
export const getWebhooksKey = ({ key }: Tenant) => [...key, 'webhooks'];

export function webhooksQuery(tenant: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...getWebhooksKey(tenant), 'list'],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) =>
      readBody(tenant.api.GET('/v1/webhooks', { params: { query: { cursor, per_page: 50 } } })),
  });
}

/** Reads a webhook with its entity tag. */
export const readWebhook = ({ api }: Tenant, id: string) =>
  readVersioned(api.GET('/v1/webhooks/{id}', { params: { path: { id } } }));

export function webhookQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [...getWebhooksKey(tenant), id],
    queryFn: async () => (await readWebhook(tenant, id)).record,
  });
}
