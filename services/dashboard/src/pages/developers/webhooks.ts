import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { answerOf } from '../../api/client.js';
import type { Tenant } from '../../api/workspace.js';

export type Webhook = components['schemas']['Webhook'];
export type WebhookSummary = components['schemas']['WebhookSummary'];

/** Of everything about webhooks, to be read again after a change. */
export const getWebhooksKey = ({ key }: Tenant) => [...key, 'webhooks'];

export function webhooksQuery(tenant: Tenant) {
  return infiniteQueryOptions({
    queryKey: [...getWebhooksKey(tenant), 'list'],
    initialPageParam: '',
    queryFn: ({ pageParam: cursor }) =>
      answerOf(tenant.api.GET('/v1/webhooks', { params: { query: { cursor, per_page: 50 } } })),
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
  });
}

export function webhookQuery(tenant: Tenant, id: string) {
  return queryOptions({
    queryKey: [...getWebhooksKey(tenant), id],
    queryFn: async (): Promise<Webhook> => {
      const { data } = await answerOf(tenant.api.GET('/v1/webhooks/{id}', { params: { path: { id } } }));
      return data;
    },
  });
}
