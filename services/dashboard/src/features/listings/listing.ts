import type { components } from '../../../gen/api.js';
import { formatMoney } from '../../ui/format/format-number.js';

type Schemas = components['schemas'];
type Price = Schemas['Price'];

/** A property or unit as an option of a select. */
export interface Listing {
  readonly id: string;
  readonly name: string;
  readonly status: string;
  /** Shown beside the name: the price, or the number of available units. */
  readonly detail: string | undefined;
  /** Null for a property. */
  readonly price: Price | null;
  readonly isForSale: boolean;
}

/** The statuses in which a unit can be sold. */
export const saleStatuses = ['available', 'reserved'] as const satisfies readonly Schemas['UnitStatus'][];

const isSaleStatus = (status: string): boolean => saleStatuses.some((one) => one === status);
const toDetail = (price: Price | null | undefined) => (price ? formatMoney(price.amount, price.currency) : undefined);

export function toUnitListing({ id, name, status, price }: Schemas['UnitSummary']): Listing {
  return { id, name, status, detail: toDetail(price), price, isForSale: isSaleStatus(status) };
}

export function toPropertyListing({ id, name, status, units_available: count }: Schemas['PropertySummary']): Listing {
  return { id, name, status, detail: `${count} available`, price: null, isForSale: true };
}

function toRange(pricing: Schemas['ListingReference']['pricing']): string | undefined {
  const { currency, min_price: lowest, max_price: highest } = pricing ?? {};
  const ends = [lowest, highest].filter((amount) => typeof amount === 'number');
  return currency ? ends.map((amount) => formatMoney(amount, currency)).join(' to ') || undefined : undefined;
}

/** Converts a property or unit that a lead is interested in to an option. */
export function toInterestingListing(reference: Schemas['ListingReference']): Listing {
  const { id, kind, name, status, price = null, pricing } = reference;
  const isForSale = kind === 'property' || isSaleStatus(status);
  return { id, name, status, detail: toDetail(price) ?? toRange(pricing), price, isForSale };
}

/** Returns whether the id is that of a unit, by its prefix. */
export function isUnitId(id: string): boolean {
  return id.startsWith('unit_');
}
