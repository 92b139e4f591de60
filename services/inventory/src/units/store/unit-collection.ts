import type { ServiceRuntime } from '@plotline/kit/service/runtime';
import type { Index } from '@plotline/kit/store/indexes';
import {
  type AccessPaths,
  deriveNameKey,
  matchAny,
  matchTimeRanges,
  nameOrder,
  type TimeRanges,
  timeRanges,
} from '@plotline/kit/store/lists/access-path';
import type { ListQuery } from '@plotline/kit/store/lists/list';
import { createTextPath, deriveSearchText, type ListPlan, planList } from '@plotline/kit/store/lists/list-plan';
import type { Countable, KnownTotal } from '@plotline/kit/store/lists/total';
import type { Collection } from '@plotline/kit/store/records/collection';
import { externalIdIndex } from '@plotline/kit/store/records/external-ids';
import { createRecordSchema } from '@plotline/kit/store/records/record-model';
import type { Filter } from '@plotline/kit/store/records/records';
import type { Unit, UnitStatus } from '../model/unit.js';
import type { Visibility } from '../model/visibility.js';

export const unitSchema = createRecordSchema({
  external_id: String,
  property_id: String,
  name: String,
  unit_number: String,
  type: { type: String },
  status: String,
  bedrooms: Number,
  bathrooms: Number,
  size: { interior: Number, land: Number, unit: String },
  price: { amount: Number, currency: String },
  features: [String],
  floor_plan: String,
  gallery: [String],
  visibility: String,
  assigned_agent: String,
  created_at: Date,
  updated_at: Date,
  hold: {
    type: { id: String, expires_at: Date, lead_id: String, agent_id: String, queue_length: Number },
    _id: false,
    default: undefined,
  },
  deal_id: String,
  released_deals: [String],
});

/**
 * Each index ends with the sort field of a list, and the id to break ties. Filters outside the index are applied to the
 * documents that it finds. `size` is only for counts; `name` is for imports.
 */
export const unitIndexes: readonly Index[] = [
  externalIdIndex,
  { name: 'created_at', keys: { workspace_id: 1, created_at: -1, _id: -1 } },
  { name: 'updated_at', keys: { workspace_id: 1, updated_at: -1, _id: -1 } },
  { name: 'name', keys: { workspace_id: 1, name: 1, _id: 1 } },
  { name: 'name_key', keys: { workspace_id: 1, [nameOrder]: 1, _id: 1 } },
  { name: 'text', keys: { workspace_id: 1, 'derived.search_text': 1 } },
  { name: 'price', keys: { workspace_id: 1, 'price.amount': 1, _id: 1 } },
  { name: 'size', keys: { workspace_id: 1, 'size.interior': 1 } },
  { name: 'property', keys: { workspace_id: 1, property_id: 1, created_at: -1, _id: -1 } },
  { name: 'property_price', keys: { workspace_id: 1, property_id: 1, 'price.amount': 1, _id: 1 } },
  { name: 'property_updated', keys: { workspace_id: 1, property_id: 1, updated_at: -1, _id: -1 } },
  { name: 'agent', keys: { workspace_id: 1, assigned_agent: 1, created_at: -1, _id: -1 } },
  { name: 'type', keys: { workspace_id: 1, type: 1, created_at: -1, _id: -1 } },
  { name: 'status', keys: { workspace_id: 1, status: 1, created_at: -1, _id: -1 } },
  { name: 'bedrooms', keys: { workspace_id: 1, bedrooms: 1, created_at: -1, _id: -1 } },
  { name: 'visibility', keys: { workspace_id: 1, visibility: 1, created_at: -1, _id: -1 } },
];

/** Derives the sort key for names and the text for searches. */
export function deriveUnit({ name, unit_number }: Pick<Unit, 'name' | 'unit_number'>) {
  return { ...deriveNameKey({ name }), ...deriveSearchText([name, unit_number]) };
}

export function createUnitCollection(runtime: ServiceRuntime): Collection<Unit> {
  return runtime.collection<Unit>({ name: 'units', schema: unitSchema, indexes: unitIndexes, derive: deriveUnit });
}

/** Paths for lists that are sorted by creation time. */
const creationPaths = [
  { index: externalIdIndex.name, fields: ['external_id'], branches: 0, sorts: 'all' },
  { index: 'property', fields: ['property_id'] },
  { index: 'agent', fields: ['assigned_agent'] },
  { index: 'type', fields: ['type'] },
  { index: 'status', fields: ['status'] },
  { index: 'bedrooms', fields: ['bedrooms'] },
  { index: 'visibility', fields: ['visibility'] },
] as const;

/** Indexes for counting the matches. The index with the fewest reads doesn't depend on the sort order. */
const counts = [
  ...creationPaths,
  { index: 'price', range: 'price.amount' },
  { index: 'size', range: 'size.interior' },
  { index: 'updated_at', range: 'updated_at' },
  { index: 'created_at' },
];

/**
 * Lists sorted by a field other than the creation time are read by a scan, unless an index on the property has that
 * sort field.
 */
export const unitPaths: AccessPaths = {
  ranges: [timeRanges],
  paths: [
    ...creationPaths,
    { index: 'property_price', fields: ['property_id'], order: 'price.amount', counts },
    { index: 'property_updated', fields: ['property_id'], order: 'updated_at', counts, precedesRanges: true },
    { index: 'created_at', counts },
    { index: 'updated_at', order: 'updated_at', counts },
    { index: 'name_key', order: nameOrder, counts },
    { index: 'price', order: 'price.amount', counts },
  ],
};

/** Validated parameters of a list of units, keyed by name. */
export interface UnitQuery extends ListQuery, TimeRanges {
  readonly external_id?: readonly string[];
  readonly property_id?: string;
  readonly status?: readonly UnitStatus[];
  readonly type?: string;
  readonly visibility?: readonly string[];
  readonly agent_id?: string;
  readonly bedrooms?: number;
  readonly min_price?: number;
  readonly max_price?: number;
  readonly currency?: string;
  readonly min_size?: number;
  readonly search?: string;
}

function toVisibilityFilter(allowed: Visibility): Filter {
  if (allowed === 'all') return {};
  const open = { visibility: { $in: ['public', 'agents'] } };
  if (allowed.teammates.length === 0) return { $and: [open] };
  return { $or: [open, { visibility: 'team', assigned_agent: { $in: allowed.teammates } }] };
}

function toRange(min: number | undefined, max: number | undefined): Filter {
  return { ...(min !== undefined && { $gte: min }), ...(max !== undefined && { $lte: max }) };
}

/** Returns the filter for the query and the caller's visibility. */
function toUnitFilter(query: UnitQuery, allowed: Visibility): Filter {
  const { external_id, property_id, status, type, visibility, agent_id, bedrooms } = query;
  const { min_price, max_price, currency, min_size } = query;
  const hasPriceFilter = min_price !== undefined || max_price !== undefined;
  return {
    ...matchTimeRanges(query),
    ...(external_id && { external_id: matchAny(external_id) }),
    ...(property_id !== undefined && { property_id }),
    ...(status && { status: matchAny(status) }),
    ...(type && { type }),
    ...(visibility && { visibility: matchAny(visibility) }),
    ...(agent_id !== undefined && { assigned_agent: agent_id }),
    ...(bedrooms !== undefined && { bedrooms }),
    ...(hasPriceFilter && { 'price.amount': toRange(min_price, max_price) }),
    ...(currency && { 'price.currency': currency }),
    ...(min_size !== undefined && { 'size.interior': { $gte: min_size } }),
    ...toVisibilityFilter(allowed),
  };
}

/** Paths of sort fields that are not top-level fields. */
const sortPaths = new Map([
  ['price', 'price.amount'],
  ['name', nameOrder],
]);

/** Returns the query with the path of its sort field. */
export function withSortPath<Q extends ListQuery>(query: Q): Q {
  return { ...query, sort: sortPaths.get(query.sort) ?? query.sort };
}

/** Plans how to read a list of the units that the caller may view. */
export function planUnitList(
  records: Countable<Unit>,
  query: UnitQuery,
  allowed: Visibility,
  knownTotal?: KnownTotal,
): Promise<ListPlan> {
  const filter = toUnitFilter(query, allowed);
  const { sort } = withSortPath(query);
  const text = createTextPath(query.search);
  return planList(records, unitPaths, { filter, sort, text, ...(knownTotal && { knownTotal }) });
}
