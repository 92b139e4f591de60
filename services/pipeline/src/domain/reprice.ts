import { isDeepStrictEqual } from 'node:util';
import type { Lead, ListingPrice } from './lead.js';
import { rescore } from './rescore.js';

function withPrices(lead: Lead, listing_prices: readonly ListingPrice[], now: Date): Lead {
  const after = rescore(lead, { ...lead, listing_prices }, now);
  return after.score === lead.score ? after : { ...after, updated_at: now };
}

/** The lead with a listing's new price, or without one, and the score that follows. */
export function reprice(lead: Lead, listing: string, price: ListingPrice | null, now: Date): Lead {
  const known = lead.listing_prices.find(({ id }) => id === listing) ?? null;
  if (isDeepStrictEqual(known, price)) return lead;
  const others = lead.listing_prices.filter(({ id }) => id !== listing);
  return withPrices(lead, price ? [...others, price] : others, now);
}

/** The lead without the prices of listings that are gone, and the score that follows. It stays interested in them. */
export function forgetPrices(lead: Lead, gone: ReadonlySet<string>, now: Date): Lead {
  const others = lead.listing_prices.filter(({ id }) => !gone.has(id));
  return others.length === lead.listing_prices.length ? lead : withPrices(lead, others, now);
}
