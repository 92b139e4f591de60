import type { Consumer } from '@plotline/kit/broker/consume';
import { getText, getTexts, parseEnvelope } from '@plotline/kit/broker/event-envelope';
import type { Tenant } from '@plotline/kit/caller';
import type { Context } from '../context.js';

type RefreshContext = Pick<Context, 'priceRefreshQueue' | 'clock'>;

async function queueRefresh(context: RefreshContext, tenant: Tenant, subjectIds: readonly string[], requestId: string) {
  const now = context.clock();
  await context.priceRefreshQueue.enqueue(tenant, { subjectIds, requestId, since: now, dueAt: now });
}

/**
 * `unit.updated` and `property.updated`: queues a listing whose price changed. The price is read from inventory later, so
 * that events may come late, twice and in any order.
 */
export function createPriceChangeConsumer(context: RefreshContext): Consumer {
  return {
    queue: 'pipeline.prices',
    bindings: ['unit.updated', 'property.updated'],
    prefetch: 4,
    handle: async (event) => {
      const { tenant, data, previous } = parseEnvelope(event);
      if (!('price' in previous || 'pricing' in previous)) return;
      await queueRefresh(context, tenant, [getText(data, 'id')], event.requestId);
    },
  };
}

/** `listing.removed`: queues properties and units that were deleted, as listings without a price. */
export function createListingRemovalConsumer(context: RefreshContext): Consumer {
  return {
    queue: 'pipeline.removals',
    bindings: ['listing.removed'],
    prefetch: 2,
    handle: async (event) => {
      const { tenant, data } = parseEnvelope(event);
      await queueRefresh(context, tenant, getTexts(data, 'ids'), event.requestId);
    },
  };
}
