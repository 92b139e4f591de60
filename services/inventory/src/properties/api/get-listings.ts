import { invalid } from '@plotline/kit/core/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/client';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { GetListingsRequest, GetListingsResponse, Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';
import type { Unit } from '../../units/model/unit.js';
import { canView, type Visibility } from '../../units/model/visibility.js';
import type { Property } from '../model/property.js';

function toUnitListing(unit: Unit, allowed: Visibility): Listing {
  const { id, name, status, property_id, price, deal_id } = unit;
  const common = { id, kind: 'unit', name, status, property_id, price, pricing: undefined };
  return { ...common, hidden: !canView(allowed, unit), deal_id: deal_id ?? undefined };
}

function toPropertyListing({ id, name, status, pricing }: Property): Listing {
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
    deal_id: undefined,
  };
}

/** ListingsService.GetListings */
export function getListings(context: Context): RpcHandler<GetListingsRequest, GetListingsResponse> {
  const { properties, units } = context;
  return async ({ ids }, call) => {
    if (ids.length > maxIdsPerCall) throw invalid({ field: 'ids', message: `must have at most ${maxIdsPerCall} ids` });
    const caller = call.caller();
    const idsOfKind = (prefix: string) => ids.filter((id) => id.startsWith(prefix));
    const [foundUnits, foundProperties] = await Promise.all([
      units.getMany(caller, idsOfKind('unit_')),
      properties.getMany(caller, idsOfKind('prop_')),
    ]);
    const allowed = await context.visibilityOf(caller, foundUnits);
    return {
      listings: [...foundUnits.map((unit) => toUnitListing(unit, allowed)), ...foundProperties.map(toPropertyListing)],
    };
  };
}
