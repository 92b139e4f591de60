import type { Filter } from '@plotline/kit/mongo/collection';
import type { ListQuery } from '@plotline/kit/mongo/list';
import type { Sight } from '../domain/sight.js';

/** What a list of units can be asked for, as the contract validated it. */
export interface UnitQuery extends ListQuery {
  readonly property_id?: string;
  readonly status?: readonly string[];
  readonly type?: string;
  readonly visibility?: readonly string[];
  readonly agent_id?: string;
  readonly bedrooms?: number;
  readonly min_price?: number;
  readonly max_price?: number;
  readonly currency?: string;
  readonly min_size?: number;
}

function sightFilter(sight: Sight): readonly Filter[] {
  if (sight === 'all') return [];
  const open = { visibility: { $in: ['public', 'agents'] } };
  if (sight.colleagues.length === 0) return [open];
  return [{ $or: [open, { visibility: 'team', assigned_agent: { $in: sight.colleagues } }] }];
}

function range(min: number | undefined, max: number | undefined): Filter {
  return { ...(min !== undefined && { $gte: min }), ...(max !== undefined && { $lte: max }) };
}

/** Conditions of the query and of what the caller may see. */
export function unitFilter(query: UnitQuery, sight: Sight): Filter {
  const { property_id, status, type, visibility, agent_id, bedrooms, min_price, max_price, currency, min_size } = query;
  const priced = min_price !== undefined || max_price !== undefined;
  const asked = {
    ...(property_id !== undefined && { property_id }),
    ...(status && { status: { $in: status } }),
    ...(type && { type }),
    ...(visibility && { visibility: { $in: visibility } }),
    ...(agent_id !== undefined && { assigned_agent: agent_id }),
    ...(bedrooms !== undefined && { bedrooms }),
    ...(priced && { 'price.amount': range(min_price, max_price) }),
    ...(currency && { 'price.currency': currency }),
    ...(min_size !== undefined && { 'size.interior': { $gte: min_size } }),
  };
  const seen = sightFilter(sight);
  return seen.length === 0 ? asked : { $and: [asked, ...seen] };
}

/** Where a sort field lives in the record; also the name of the index that has its order. */
const places = new Map([['price', 'price.amount']]);

/** The query with its sort field as stored. */
export function storedOrder<Q extends ListQuery>(query: Q): Q {
  return { ...query, sort: places.get(query.sort) ?? query.sort };
}

/** The index that gives the order without sorting and, where one value narrows the list, only that part of it. */
export function unitIndex({ sort, property_id, agent_id, status, type, bedrooms, visibility }: UnitQuery): string {
  if (sort === 'price' && property_id !== undefined) return 'property_price';
  if (sort !== 'created_at') return sort;
  if (property_id !== undefined) return 'property';
  if (agent_id !== undefined) return 'agent';
  if (type) return 'type';
  if (status?.length === 1) return 'status';
  if (bedrooms !== undefined) return 'bedrooms';
  if (visibility?.length === 1) return 'visibility';
  return 'created_at';
}

/** Indexes that have another to count by, as many units have the same value. */
const counted = new Set(['type', 'status', 'bedrooms', 'visibility']);

/** The index that counts the matches with the least reading, whatever the order asked for. */
export function unitCountIndex(query: UnitQuery): string {
  const index = unitIndex({ ...query, sort: 'created_at' });
  const priced = query.min_price !== undefined || query.max_price !== undefined;
  if (index !== 'created_at') return counted.has(index) ? `${index}_count` : index;
  if (priced) return 'price';
  return query.min_size === undefined ? index : 'size';
}
