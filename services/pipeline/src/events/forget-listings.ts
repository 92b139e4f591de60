import type { Consumer } from '@plotline/kit/broker/consume';
import type { Context } from '../context.js';
import { readPayload, textsOf } from './published-event.js';

/**
 * `listing.removed`: leads that are interested in a property or unit which is gone are to be looked at, as when its price
 * changed: what is gone has none.
 */
export function forgetListings({ repricings, clock }: Pick<Context, 'repricings' | 'clock'>): Consumer {
  return {
    queue: 'pipeline.removals',
    bindings: ['listing.removed'],
    prefetch: 2,
    handle: async (event) => {
      const { tenant, data } = readPayload(event);
      await repricings.note(tenant, textsOf(data, 'ids'), event.requestId, clock());
    },
  };
}
