import { isDeepStrictEqual } from 'node:util';
import type { Lead, ListingPrice } from './lead.js';
import { rescore } from './score.js';

/** Name of the system actor that stores new prices and the scores that follow from them. */
export const priceRefreshActor = 'listing update';

/** Listing with its price. A unit has a single price, and a property has a range. */
export interface PricedListing {
  readonly id: string;
  readonly price?: { readonly amount: number; readonly currency: string } | undefined;
  readonly pricing?:
    | {
        readonly currency: string;
        readonly min_price?: number | undefined;
        readonly max_price?: number | undefined;
      }
    | undefined;
}

/** Returns the price of a unit or the lowest price of a property. Returns null if there is none. */
export function toListingPrice({ id, price, pricing }: PricedListing): ListingPrice | null {
  if (price) return { id, amount: price.amount, currency: price.currency };
  const amount = pricing?.min_price ?? pricing?.max_price;
  return pricing && amount !== undefined ? { id, amount, currency: pricing.currency } : null;
}

/** Price of a listing in inventory. Null if the listing has no price or doesn't exist. */
export interface CurrentPrice {
  readonly id: string;
  readonly price: ListingPrice | null;
}

/**
 * Position in a pass through the interested leads. The order is that of their creation, because later changes don't
 * affect it.
 */
export interface PriceWalk {
  readonly began: Date;
  /** Price that the leads are compared with, as text. If the price changes, the pass starts again. */
  readonly basis: string;
  /** Last lead that was read; absent at the start. */
  readonly after?: { readonly created_at: Date; readonly id: string };
}

/** Returns whether a lead is interested in a listing but stores another price for it. */
export function hasOutdatedPrice(
  lead: Pick<Lead, 'interested_properties' | 'listing_prices'>,
  { id, price }: CurrentPrice,
): boolean {
  const known = lead.listing_prices.find((one) => one.id === id) ?? null;
  return lead.interested_properties.includes(id) && !isDeepStrictEqual(known, price);
}

/** Returns the lead with the listings' current prices and a new score; the same lead when no price differs. */
export function refreshPrices(lead: Lead, listings: readonly CurrentPrice[], now: Date): Lead {
  if (!listings.some((listing) => hasOutdatedPrice(lead, listing))) return lead;
  const known = new Map(lead.listing_prices.map((price) => [price.id, price]));
  const current = new Map(listings.map(({ id, price }) => [id, price]));
  // The order of the interested listings is kept, as in a PUT, so that a PUT of the same listings changes nothing.
  const prices = lead.interested_properties.flatMap((id) => (current.has(id) ? current : known).get(id) ?? []);
  const after = rescore(lead, { ...lead, listing_prices: prices }, now);
  return after.score === lead.score ? after : { ...after, updated_at: now };
}
