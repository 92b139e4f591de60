import type { Caller } from '@plotline/kit/core/caller';
import { invalid } from '@plotline/kit/core/errors';
import { maxIdsPerCall } from '@plotline/kit/rpc/client';
import type { RpcHandler } from '@plotline/kit/rpc/server';
import type { FindListingsRequest, FindListingsResponse } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';
import {
  matchListings,
  matchUnits,
  parseUnitReference,
  toFound,
  type UnitReference,
} from '../../listings/model/named-listings.js';
import type { Unit } from '../../units/model/unit.js';
import { canView } from '../../units/model/visibility.js';
import type { WantedUnits } from '../../units/store/units-of-properties.js';
import type { Property } from '../model/property.js';

/** Returns the units that the caller may view, without duplicates. */
async function keepVisible(context: Context, caller: Caller, units: readonly Unit[]): Promise<Unit[]> {
  const allowed = await context.visibilityOf(caller, units);
  const byId = new Map(units.map((unit) => [unit.id, unit]));
  return [...byId.values()].filter((unit) => canView(allowed, unit));
}

/** Groups references to units by the text for their property. */
function groupByProperty(properties: readonly Property[], references: readonly UnitReference[]): WantedUnits[] {
  const groups = new Map<string, Set<string>>();
  for (const { property, unit } of references) groups.set(property, (groups.get(property) ?? new Set()).add(unit));
  return [...groups]
    .map(([property, texts]) => ({
      propertyIds: matchListings(properties, property).map(({ id }) => id),
      texts: [...texts],
    }))
    .filter(({ propertyIds }) => propertyIds.length > 0);
}

/** ListingsService.FindListings */
export function findListings(context: Context): RpcHandler<FindListingsRequest, FindListingsResponse> {
  const { properties, units } = context;
  return async ({ references }, call) => {
    if (references.length > maxIdsPerCall)
      throw invalid({ field: 'references', message: `must have at most ${maxIdsPerCall} references` });
    const caller = call.caller();
    const ofUnits = references.flatMap((reference) => parseUnitReference(reference) ?? []);
    const texts = [...references, ...ofUnits.flatMap(({ property, unit }) => [property, unit])];
    const [foundProperties, named] = await Promise.all([
      properties.findNamed(caller, [...new Set(texts)]),
      units.findNamed(caller, [...new Set(texts)]),
    ]);
    const ofProperties = await units.findOfProperties(caller, groupByProperty(foundProperties, ofUnits));
    const visible = await keepVisible(context, caller, [...named, ...ofProperties]);
    const listings = [...foundProperties, ...visible];
    const found = references.flatMap((reference) => {
      const matches = matchListings(listings, reference);
      const unit = matches.length > 0 ? null : parseUnitReference(reference);
      if (!unit) return toFound(reference, matches);
      const ids = matchListings(foundProperties, unit.property).map(({ id }) => id);
      return toFound(reference, matchUnits(visible, ids, unit.unit));
    });
    return { found };
  };
}
