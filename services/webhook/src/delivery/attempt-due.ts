import type { Tenant } from '@plotline/kit/caller';
import type { Outcome } from '../domain/delivery.js';
import type { DueDelivery } from '../domain/due-work.js';
import type { EventContent } from '../domain/recorded-event.js';
import type { StoredSubscription } from '../domain/subscription.js';
import type { DeliveryOptions } from './lease-term.js';

/**
 * Attempts a due delivery; reads before what it sends if that was not read ahead. Resolves to null when its event is not stored any more.
 * Rejects as AttemptDelivery does, and with Busy when there is no room for what it sends.
 */
export type AttemptDue<S extends StoredSubscription> = (
  tenant: Tenant,
  subscription: S,
  due: DueDelivery,
  signal: AbortSignal,
) => Promise<Outcome | null>;

export function createAttemptDue<S extends StoredSubscription>({
  attemptDelivery,
  events,
  payloadMemory,
}: Pick<DeliveryOptions<S>, 'attemptDelivery' | 'events' | 'payloadMemory'>): AttemptDue<S> {
  return async (tenant, subscription, { delivery, content: known }, signal) => {
    const attempt = async (content: EventContent | null) =>
      content && attemptDelivery(subscription, { ...content, tenant, delivery }, signal);
    if (known) return attempt(known);
    return payloadMemory.use(tenant.workspaceId, () => events.get(tenant, delivery.event_id), attempt);
  };
}
