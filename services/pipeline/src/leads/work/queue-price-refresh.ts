import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readText, readTexts } from '@plotline/kit/broker/message';
import type { Tenant } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';

type RefreshContext = Pick<Context, 'priceRefreshQueue' | 'clock'>;

async function queueRefresh(
  { priceRefreshQueue, clock }: RefreshContext,
  tenant: Tenant,
  listingIds: readonly string[],
  requestId: string,
): Promise<void> {
  const now = clock();
  await priceRefreshQueue.enqueue(tenant, { subjectIds: listingIds, requestId, since: now, resumeAt: now });
}

/**
 * Consumes `unit.updated` and `property.updated`: queues a listing whose price changed. The price is read from
 * inventory later, so that events may arrive late, twice and in any order.
 */
export function createPriceChangeConsumer(context: RefreshContext): Consumer {
  return {
    queue: 'pipeline.prices',
    bindings: ['unit.updated', 'property.updated'],
    prefetch: 4,
    handle: async ({ payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data, previous } = parseEnvelope(payload);
      if (!('price' in previous || 'pricing' in previous)) return;
      await queueRefresh(context, { workspaceId, mode }, [readText(data, 'id')], requestId);
    },
  };
}

/** Consumes `listing.removed`: queues deleted properties and units as listings without a price. */
export function createListingRemovalConsumer(context: RefreshContext): Consumer {
  return {
    queue: 'pipeline.removals',
    bindings: ['listing.removed'],
    prefetch: 2,
    handle: async ({ payload, mode, requestId }) => {
      const { workspace_id: workspaceId, data } = parseEnvelope(payload);
      await queueRefresh(context, { workspaceId, mode }, readTexts(data, 'ids'), requestId);
    },
  };
}
