import type { Consumer } from '@plotline/kit/broker/consume';
import type { Filter } from '@plotline/kit/mongo/collection';
import type { Context } from '../context.js';
import type { ListingPrice } from '../domain/lead.js';
import { priceOf } from '../domain/listing-price.js';
import { reprice } from '../domain/reprice.js';
import { changeInBatches, upkeepCaller } from './in-small-batches.js';
import { readPayload, textOf } from './published-event.js';

/** Leads that are interested in a listing and know another price of it. */
function outdated(id: string, price: ListingPrice | null): Filter {
  return {
    interested_properties: id,
    ...(price ? { listing_prices: { $ne: price } } : { 'listing_prices.id': id }),
  };
}

/**
 * `unit.updated` and `property.updated`: leads that are interested in a listing are scored anew when its price changed.
 * The price is asked for, not taken from the event, so that events may come late, twice and in any order.
 */
export function repriceLeads({ leads, listings }: Pick<Context, 'leads' | 'listings'>): Consumer {
  return {
    queue: 'pipeline.prices',
    bindings: ['unit.updated', 'property.updated'],
    prefetch: 4,
    handle: async (event) => {
      const { scope, data, previous } = readPayload(event);
      if (!('price' in previous || 'pricing' in previous)) return;
      const id = textOf(data, 'id');
      const upkeep = { scope, name: 'price update', requestId: event.requestId };
      const [listing] = await listings.find(upkeepCaller(upkeep), [id]);
      const price = listing ? priceOf(listing) : null;
      await changeInBatches(leads, upkeep, { filter: outdated(id, price), hint: 'interested_properties' }, (lead, at) =>
        reprice(lead, id, price, at),
      );
    },
  };
}
