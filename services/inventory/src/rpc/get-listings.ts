import { invalid } from '@plotline/kit/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/call-in-batches';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetListingsRequest, GetListingsResponse, Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../context.js';
import type { Property } from '../domain/property.js';
import { type Sight, sees } from '../domain/sight.js';
import type { Unit } from '../domain/unit.js';

function unitListing(unit: Unit, sight: Sight): Listing {
  const { id, name, status, property_id, price } = unit;
  return { id, kind: 'unit', name, status, property_id, price, pricing: undefined, hidden: !sees(sight, unit) };
}

function propertyListing({ id, name, status, pricing }: Property): Listing {
  const { currency, min_price, max_price } = pricing;
  return {
    id,
    kind: 'property',
    name,
    status,
    property_id: id,
    price: undefined,
    pricing: { currency: currency ?? '', min_price: min_price ?? undefined, max_price: max_price ?? undefined },
    hidden: false,
  };
}

/** ListingsService.GetListings */
export function getListings({
  properties,
  units,
  sightOf,
}: Context): RpcHandler<GetListingsRequest, GetListingsResponse> {
  return async ({ ids }, call) => {
    if (ids.length > maxIdsPerCall) throw invalid({ field: 'ids', message: `must be at most ${maxIdsPerCall}` });
    const caller = call.caller();
    const ofKind = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
    const [foundUnits, foundProperties] = await Promise.all([
      units.getMany(caller, ofKind('unit_')),
      properties.getMany(caller, ofKind('prop_')),
    ]);
    const sight = await sightOf(caller, foundUnits);
    return {
      listings: [...foundUnits.map((unit) => unitListing(unit, sight)), ...foundProperties.map(propertyListing)],
    };
  };
}
