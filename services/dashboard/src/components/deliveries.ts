import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../gen/api.js';
import { answerOf } from '../api/client.js';
import { cursorPaging } from '../api/cursor-pages.js';
import type { Tenant } from '../api/workspace.js';
import { isPublicEvent } from './events.js';
import type { Filters } from './filter-bar.js';
import { toCreationRange } from './period.js';

export type DeliverySummary = components['schemas']['DeliverySummary'];
export type Delivery = components['schemas']['Delivery'];

/** A webhook or integration that receives events. */
export interface Subscription {
  readonly kind: 'webhooks' | 'integrations';
  readonly id: string;
  /** False while it is paused or disabled. */
  readonly isActive: boolean;
}

/** A person pauses a subscription; failed deliveries disable it. */
export function getSubscriptionStatus(subscription: { readonly active: boolean; readonly disabled_at: string | null }) {
  if (subscription.active) return 'active';
  return subscription.disabled_at === null ? 'paused' : 'disabled';
}

export const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;

/** Converts the filters in the page's address to API parameters. Leaves out invalid values. */
export function toDeliveryFilters({ status, event, ...days }: Filters) {
  const state = deliveryStatuses.find((one) => one === status);
  return {
    ...(state === undefined ? {} : { status: [state] }),
    ...(isPublicEvent(event) ? { event: [event] } : {}),
    ...toCreationRange(days),
  };
}

/** Returns the query key that all delivery lists of a subscription share, whatever their filters. */
export const getDeliveriesKey = ({ key }: Tenant, { kind, id }: Pick<Subscription, 'kind' | 'id'>) => [
  ...key,
  kind,
  id,
  'deliveries',
];

/** Lists the deliveries of a subscription, newest first. */
export function deliveriesQuery(tenant: Tenant, subscription: Subscription, filters: Filters) {
  const { api } = tenant;
  const { kind, id } = subscription;
  const chosen = toDeliveryFilters(filters);
  return infiniteQueryOptions({
    queryKey: [...getDeliveriesKey(tenant, subscription), chosen],
    ...cursorPaging,
    queryFn: ({ pageParam: cursor }) => {
      const params = { path: { id }, query: { ...chosen, cursor, per_page: 50 } };
      return kind === 'webhooks'
        ? answerOf(api.GET('/v1/webhooks/{id}/deliveries', { params }))
        : answerOf(api.GET('/v1/integrations/{id}/deliveries', { params }));
    },
  });
}

/** Reads a delivery with the response to each attempt. Polls while an attempt is due. */
export function deliveryQuery({ api, key }: Tenant, { kind, id }: Subscription, deliveryId: string) {
  return queryOptions({
    queryKey: [...key, kind, id, 'delivery', deliveryId],
    queryFn: async () => {
      const params = { path: { id, delivery_id: deliveryId } };
      const { data } =
        kind === 'webhooks'
          ? await answerOf(api.GET('/v1/webhooks/{id}/deliveries/{delivery_id}', { params }))
          : await answerOf(api.GET('/v1/integrations/{id}/deliveries/{delivery_id}', { params }));
      return data;
    },
    refetchInterval: ({ state }) => (state.data && isDue(state.data) ? 2000 : false),
  });
}

function isDue({ status, next_retry }: Delivery): boolean {
  if (next_retry === undefined) return false;
  return status === 'pending' || Date.parse(next_retry) <= Date.now();
}

/** Starts another attempt of a delivery. */
export function resendDelivery({ api }: Tenant, { kind, id }: Subscription, deliveryId: string): Promise<unknown> {
  const params = { path: { id, delivery_id: deliveryId } };
  return kind === 'webhooks'
    ? answerOf(api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/resend', { params, body: {} }))
    : answerOf(api.POST('/v1/integrations/{id}/deliveries/{delivery_id}/resend', { params, body: {} }));
}
