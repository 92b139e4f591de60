import { isDeepStrictEqual } from 'node:util';
import type { Lead, ListingPrice } from './lead.js';
import { rescore } from './rescore.js';

/** The lead with a listing's new price, or without one, and the score that follows. */
export function reprice(lead: Lead, listing: string, price: ListingPrice | null, now: Date): Lead {
  const known = lead.listing_prices.find(({ id }) => id === listing) ?? null;
  if (isDeepStrictEqual(known, price)) return lead;
  const others = lead.listing_prices.filter(({ id }) => id !== listing);
  const after = rescore(lead, { ...lead, listing_prices: price ? [...others, price] : others }, now);
  return after.score === lead.score ? after : { ...after, updated_at: now };
}
