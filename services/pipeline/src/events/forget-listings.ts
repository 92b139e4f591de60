import type { Consumer } from '@plotline/kit/broker/consume';
import type { Context } from '../context.js';
import { forgetPrices } from '../domain/reprice.js';
import { changeInBatches } from './in-small-batches.js';
import { readPayload, textsOf } from './published-event.js';

/** A property may go with thousands of units: so many of them are asked for at once. */
const most = 500;

/**
 * `listing.removed`: leads that were interested in a property or unit which is gone are scored anew without its price.
 * Once a price is forgotten the lead no longer matches, so that the event may come twice and go on after a crash.
 */
export function forgetListings({ leads }: Pick<Context, 'leads'>): Consumer {
  return {
    queue: 'pipeline.removals',
    bindings: ['listing.removed'],
    prefetch: 2,
    handle: async (event) => {
      const { scope, data } = readPayload(event);
      const upkeep = { scope, name: 'listing removal', requestId: event.requestId };
      const gone = textsOf(data, 'ids');
      for (let start = 0; start < gone.length; start += most) {
        const ids = gone.slice(start, start + most);
        const filter = { interested_properties: { $in: ids }, 'listing_prices.id': { $in: ids } };
        const forgotten = new Set(ids);
        await changeInBatches(leads, upkeep, { filter, hint: 'interested_properties' }, (lead, at) =>
          forgetPrices(lead, forgotten, at),
        );
      }
    },
  };
}
