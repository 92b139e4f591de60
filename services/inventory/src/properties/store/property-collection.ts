import { normalizeText } from '@plotline/kit/core/normalize-text';
import type { Index } from '@plotline/kit/store/indexes';
import {
  type AccessPaths,
  deriveNameKey,
  matchAny,
  matchTimeRanges,
  nameOrder,
  type TimeRanges,
  timeRanges,
  withNameOrder,
} from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import { createTextPath, deriveSearchText, type ListPlan, planList } from '@plotline/kit/store/lists/list-plan';
import type { Countable } from '@plotline/kit/store/lists/total';
import { externalIdIndex } from '@plotline/kit/store/records/external-ids';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Property } from '../model/property.js';

export const propertySchema = createRecordSchema({
  external_id: String,
  name: String,
  type: { type: String },
  status: String,
  location: {
    address: String,
    area: String,
    city: String,
    country: String,
    coordinates: { type: { lat: Number, lng: Number }, _id: false },
  },
  description: String,
  media: { cover: String, gallery: [String], floor_plans: [String], virtual_tour: String },
  pricing: { currency: String, min_price: Number, max_price: Number },
  features: [String],
  completion_date: String,
  created_at: Date,
  updated_at: Date,
});

/**
 * Each index ends with the sort field of a list, and the id to break ties. Filters outside the index are applied to the
 * documents that it finds. `name` is for imports.
 */
export const propertyIndexes: readonly Index[] = [
  externalIdIndex,
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'name', keys: { workspace_id: 1, name: 1, _id: 1 } },
  { name: 'name_key', keys: { workspace_id: 1, [nameOrder]: 1, _id: 1 } },
  { name: 'text', keys: { workspace_id: 1, 'derived.search_text': 1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
  { name: 'type', keys: { workspace_id: 1, type: 1, created_at: -1, _id: -1 } },
  { name: 'place', keys: { workspace_id: 1, 'derived.places': 1, created_at: -1, _id: -1 } },
];

/** Lists sorted by a field other than the creation time are read by a scan, with any filters. */
export const propertyPaths: AccessPaths = {
  ranges: [timeRanges],
  paths: [
    { index: externalIdIndex.name, fields: ['external_id'], branches: 0, sorts: 'all' },
    { index: 'place', fields: ['derived.places'] },
    { index: 'status', fields: ['status'] },
    { index: 'type', fields: ['type'] },
    { index: 'created_at' },
    { index: 'updated_at', order: 'updated_at' },
    { index: 'name_key', order: nameOrder },
  ],
};

/** Validated parameters of a list of properties, keyed by name. */
export interface PropertyQuery extends ListQuery, TimeRanges {
  readonly external_id?: readonly string[];
  readonly status?: readonly string[];
  readonly type?: readonly string[];
  readonly min_price?: number;
  readonly max_price?: number;
  readonly currency?: string;
  readonly location?: string;
  readonly search?: string;
}

/** Value that is stored if there is no upper limit. */
const unbounded = Number.MAX_VALUE;

/**
 * Derives the fields that lists use: the price range, the area and city, the sort key for names, and the text for
 * searches.
 */
export function deriveProperty({ name, location, pricing }: Pick<Property, 'name' | 'location' | 'pricing'>) {
  const { min_price, max_price } = pricing;
  const { address, area, city, country } = location;
  const isPriced = min_price !== null || max_price !== null;
  const names = [area, city].filter((place) => place !== null);
  return {
    places: [...new Set(names.map(normalizeText))],
    price_from: isPriced ? (min_price ?? 0) : undefined,
    price_to: isPriced ? (max_price ?? unbounded) : undefined,
    ...deriveNameKey({ name }),
    ...deriveSearchText([name, address, area, city, country]),
  };
}

/**
 * Returns the filter. Two ranges overlap unless one ends before the other begins. A property without prices matches no
 * price filter.
 */
function toPropertyFilter(query: PropertyQuery): Filter {
  const { external_id, status, type, min_price, max_price, currency, location } = query;
  return {
    ...matchTimeRanges(query),
    ...(external_id && { external_id: matchAny(external_id) }),
    ...(status && { status: matchAny(status) }),
    ...(type && { type: matchAny(type) }),
    ...(min_price !== undefined && { 'derived.price_to': { $gte: min_price } }),
    ...(max_price !== undefined && { 'derived.price_from': { $lte: max_price } }),
    ...(currency && { 'pricing.currency': currency }),
    ...(location && { 'derived.places': normalizeText(location) }),
  };
}

/** Plans how to read a list. */
export function planPropertyList(records: Countable<Property>, query: PropertyQuery): Promise<ListPlan> {
  const { sort } = withNameOrder(query);
  return planList(records, propertyPaths, {
    filter: toPropertyFilter(query),
    sort,
    text: createTextPath(query.search),
  });
}
