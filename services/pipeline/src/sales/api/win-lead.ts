import type { Caller } from '@plotline/kit/core/caller';
import { findFineAmounts } from '@plotline/kit/core/currencies';
import { invalid, type ProblemDetail } from '@plotline/kit/core/errors';
import type { Call, InspectingHandler } from '@plotline/kit/http/handler';
import type { Context } from '../../context.js';
import type { Listings } from '../../peers/inventory.js';
import * as sales from '../work/win-lead.js';

/** Ids of the listing to sell: a property, a unit, or a unit together with its property. */
interface ListingIds {
  readonly property_id?: string | null;
  readonly unit_id?: string | null;
}

interface Body extends ListingIds {
  readonly deal_value: number;
  readonly commission?: number | null;
  readonly notes?: string | null;
}

const noListing: ProblemDetail = { field: 'property_id', message: 'is required unless unit_id is given' };

/** Finds a commission above the value. */
function findCommissionFaults({ deal_value, commission }: Partial<Body>): ProblemDetail[] {
  if (typeof commission !== 'number' || typeof deal_value !== 'number' || commission <= deal_value) return [];
  return [{ field: 'commission', message: "can't be more than deal_value" }];
}

/** Finds faults that show without reading the listings. */
function findShapeFaults({ property_id, unit_id }: ListingIds): ProblemDetail[] {
  if (typeof unit_id === 'string') return unit_id.startsWith('unit_') ? [] : [sales.unknownListing('unit_id')];
  return typeof property_id === 'string' ? [] : [noListing];
}

/** Finds ids that don't exist, and pairs that name different listings. */
async function findListingFaults(listings: Listings, caller: Caller, ids: ListingIds): Promise<ProblemDetail[]> {
  const faults = findShapeFaults(ids);
  if (faults.length > 0) return faults;
  const { property_id, unit_id } = ids;
  const [id, field] = unit_id ? [unit_id, 'unit_id' as const] : [property_id ?? '', 'property_id' as const];
  const [listing] = await listings.find(caller, [id]);
  if (!listing || listing.hidden) return [sales.unknownListing(field)];
  const agrees = !unit_id || !property_id || [unit_id, listing.property_id].includes(property_id);
  return agrees ? [] : [{ field: 'property_id', message: `must be ${listing.property_id}, the property of the unit` }];
}

/**
 * Finds amounts that are finer than the smallest unit of the deal's currency. Whole numbers are valid in every
 * currency, so they need no lookup.
 */
async function findAmountFaults(
  { leads, listings }: Context,
  { caller, path }: Call<Partial<Body>>,
  { property_id, unit_id, deal_value, commission }: Partial<Body>,
): Promise<ProblemDetail[]> {
  const amounts = { deal_value, commission };
  if (Object.values(amounts).every((amount) => typeof amount !== 'number' || Number.isInteger(amount))) return [];
  const [lead, [listing]] = await Promise.all([
    leads.get(caller, path('id')),
    listings.find(caller, [unit_id ?? property_id ?? '']),
  ]);
  // A lead that is already won either has its deal or refuses other terms.
  if (!lead || lead.deal_id !== null) return [];
  const ofListing = listing?.price?.currency || listing?.pricing?.currency;
  return findFineAmounts({ currency: ofListing || (lead.budget?.currency ?? caller.currency), amounts });
}

/** POST /v1/leads/:id/won */
export function winLead(context: Context): InspectingHandler {
  const { listings } = context;
  return {
    handle: async (call: Call<Body>) => {
      const { property_id, unit_id, deal_value, commission, notes } = call.body;
      // Only two different ids need a lookup. The sale itself checks whether a single id exists.
      const areTwo = Boolean(unit_id && property_id && unit_id !== property_id);
      const ofListing = areTwo ? await findListingFaults(listings, call.caller, call.body) : findShapeFaults(call.body);
      const ofAmounts = [...findCommissionFaults(call.body), ...(await findAmountFaults(context, call, call.body))];
      const faults = [...ofAmounts, ...ofListing];
      if (faults.length > 0) throw invalid(...faults);
      const terms = {
        property_id: unit_id ?? property_id ?? '',
        value: deal_value,
        commission: commission ?? null,
        notes: notes ?? null,
      };
      return sales.winLead(context, call, call.path('id'), terms, unit_id ? 'unit_id' : 'property_id');
    },
    inspect: async (call: Call<Partial<Body>>) => [
      ...findCommissionFaults(call.body),
      ...(await findAmountFaults(context, call, call.body)),
      ...(await findListingFaults(listings, call.caller, call.body)),
    ],
  };
}
