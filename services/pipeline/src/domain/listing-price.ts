import type { ListingPrice } from './lead.js';

/** What is known of a listing's price: a unit has one, a property a range. */
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

/** A unit's price or a property's lowest, where it has one. */
export function priceOf({ id, price, pricing }: PricedListing): ListingPrice | null {
  if (price) return { id, amount: price.amount, currency: price.currency };
  const amount = pricing?.min_price ?? pricing?.max_price;
  return pricing && amount !== undefined ? { id, amount, currency: pricing.currency } : null;
}
