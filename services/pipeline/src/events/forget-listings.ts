import type { Consumer } from '@plotline/kit/broker/consume';
import { parseEnvelope, readTexts } from '@plotline/kit/broker/event-envelope';
import type { Context } from '../context.js';

/**
 * `listing.removed`: leads that are interested in a property or unit which is gone are to be looked at, as when its price
 * changed: what is gone has none.
 */
export function forgetListings({ repricings, clock }: Pick<Context, 'repricings' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.removals',
    bindings: ['listing.removed'],
    prefetch: 2,
    handle: async ({ payload, mode, requestId }) => {
      const { workspace_id, data } = parseEnvelope(payload);
      await repricings.note({ workspaceId: workspace_id, mode }, readTexts(data, 'ids'), requestId, clock());
    },
  };
}
