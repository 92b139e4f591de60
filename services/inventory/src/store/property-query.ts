import type { Filter } from '@plotline/kit/mongo/collection';
import type { ListQuery } from '@plotline/kit/mongo/list';
import { normalizeText } from '@plotline/kit/normalize-text';
import type { Property } from '../domain/property.js';

/** What a list of properties can be asked for, as the contract validated it. */
export interface PropertyQuery extends ListQuery {
  readonly status?: readonly string[];
  readonly type?: readonly string[];
  readonly min_price?: number;
  readonly max_price?: number;
  readonly currency?: string;
  readonly location?: string;
}

const openEnd = Number.MAX_VALUE;

/** What properties are found by: the ends of their price range, and their places, folded as those that are asked for. */
export function deriveProperty({ location, pricing }: Property) {
  const { min_price, max_price } = pricing;
  const priced = min_price !== null || max_price !== null;
  const names = [location.area, location.city].filter((name) => name !== null);
  return {
    places: [...new Set(names.map((name) => normalizeText(name.trim())))],
    ...(priced ? { price_from: min_price ?? 0, price_to: max_price ?? openEnd } : {}),
  };
}

/** Ranges overlap when neither ends before the other begins; unpriced properties have no ends to compare. */
export function propertyFilter(query: PropertyQuery): Filter {
  const { status, type, min_price, max_price, currency, location } = query;
  return {
    ...(status && { status: { $in: status } }),
    ...(type && { type: { $in: type } }),
    ...(min_price !== undefined && { 'derived.price_to': { $gte: min_price } }),
    ...(max_price !== undefined && { 'derived.price_from': { $lte: max_price } }),
    ...(currency && { 'pricing.currency': currency }),
    ...(location && { 'derived.places': normalizeText(location.trim()) }),
  };
}

/** The index that gives the order without sorting and, where one value narrows the list, only that part of it. */
export function propertyIndex({ sort, status, type, location }: PropertyQuery): string {
  if (sort !== 'created_at') return sort;
  if (location) return 'place';
  if (status?.length === 1) return 'status';
  if (type?.length === 1) return 'type';
  return 'created_at';
}
