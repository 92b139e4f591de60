import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { components } from '../../../gen/api.js';
import { readBody } from '../../api/client.js';
import { cursorPaging } from '../../api/cursor-pages.js';
import { deliveryStatuses } from '../../api/enums.js';
import type { Tenant } from '../../api/workspace.js';
import { toStatusFilter } from '../../ui/filters/filter-values.js';
import { toCreationRange } from '../../ui/filters/period.js';
import type { Filters } from '../../ui/filters/use-filters.js';
import { isPublicEvent } from '../events/public-events.js';

export type DeliverySummary = components['schemas']['DeliverySummary'];
export type Delivery = components['schemas']['Delivery'];

/** A webhook or integration that receives events. */
export interface Subscription {
  readonly kind: 'webhooks' | 'integrations';
  readonly id: string;
  /** False while the subscription is paused or disabled. */
  readonly isActive: boolean;
}

/** Returns the status of a subscription. A person pauses it. Failed deliveries disable it. */
export function getSubscriptionStatus(subscription: { readonly active: boolean; readonly disabled_at: string | null }) {
  if (subscription.active) return 'active';
  return subscription.disabled_at === null ? 'paused' : 'disabled';
}

/** Classes of status codes with which a receiver answered the last attempt. */
export const responseClasses = [
  { value: '2xx', label: '2xx' },
  { value: '3xx', label: '3xx' },
  { value: '4xx', label: '4xx' },
  { value: '5xx', label: '5xx' },
  { value: 'none', label: 'No response' },
] as const;

function isResponseClass(value: string | undefined): value is string {
  return responseClasses.some((one) => one.value === value);
}

/** Converts the filters in the page's address to API parameters. Ignores invalid values. */
function toDeliveryFilters(filters: Filters) {
  const { event, response } = filters;
  const event_id = filters['event_id']?.trim();
  return {
    ...toStatusFilter(deliveryStatuses, filters),
    ...(isPublicEvent(event) ? { event: [event] } : {}),
    ...(event_id ? { event_id } : {}),
    ...(isResponseClass(response) ? { response_code: [response] } : {}),
    ...toCreationRange(filters),
  };
}

/** Returns the query key that a subscription's delivery lists share, whatever their filters. */
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
        ? readBody(api.GET('/v1/webhooks/{id}/deliveries', { params }))
        : readBody(api.GET('/v1/integrations/{id}/deliveries', { params }));
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
          ? await readBody(api.GET('/v1/webhooks/{id}/deliveries/{delivery_id}', { params }))
          : await readBody(api.GET('/v1/integrations/{id}/deliveries/{delivery_id}', { params }));
      return data;
    },
    refetchInterval: ({ state }) => (state.data && isDue(state.data) ? 2000 : false),
  });
}

function isDue({ status, next_retry }: Delivery): boolean {
  if (next_retry === undefined) return false;
  return status === 'pending' || Date.parse(next_retry) <= Date.now();
}

/** Starts another attempt to deliver. */
export function resendDelivery({ api }: Tenant, { kind, id }: Subscription, deliveryId: string): Promise<unknown> {
  const params = { path: { id, delivery_id: deliveryId } };
  return kind === 'webhooks'
    ? readBody(api.POST('/v1/webhooks/{id}/deliveries/{delivery_id}/resend', { params, body: {} }))
    : readBody(api.POST('/v1/integrations/{id}/deliveries/{delivery_id}/resend', { params, body: {} }));
}
