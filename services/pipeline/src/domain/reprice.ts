import { isDeepStrictEqual } from 'node:util';
import type { Lead, ListingPrice } from './lead.js';
import { rescore } from './rescore.js';

/** What a listing costs now; null when it has no price, or is gone. */
export interface PresentPrice {
  readonly id: string;
  readonly price: ListingPrice | null;
}

/** Whether a lead is interested in a listing and knows another price of it. */
export function isOutdated(
  lead: Pick<Lead, 'interested_properties' | 'listing_prices'>,
  { id, price }: PresentPrice,
): boolean {
  const known = lead.listing_prices.find((one) => one.id === id) ?? null;
  return lead.interested_properties.includes(id) && !isDeepStrictEqual(known, price);
}

/** The lead with the listings' present prices and the score that follows; the same lead when it is not outdated. */
export function reprice(lead: Lead, listings: readonly PresentPrice[], now: Date): Lead {
  if (!listings.some((listing) => isOutdated(lead, listing))) return lead;
  const known = new Map(lead.listing_prices.map((price) => [price.id, price]));
  const present = new Map(listings.map(({ id, price }) => [id, price]));
  // In the order in which a PUT of the same listings has them, so that it finds nothing to change.
  const prices = lead.interested_properties.flatMap((id) => (present.has(id) ? present : known).get(id) ?? []);
  const after = rescore(lead, { ...lead, listing_prices: prices }, now);
  return after.score === lead.score ? after : { ...after, updated_at: now };
}
