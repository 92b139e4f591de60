import type { Caller } from '@plotline/kit/core/caller';
import type { Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../../context.js';
import type { Lead } from '../model/lead.js';

/** Values of `expand` for leads. */
export type Relation = 'agent' | 'properties' | 'holds';

/** Fields that determine which relations are fetched. */
type RelatedLead = Pick<Lead, 'id' | 'assigned_agent' | 'interested_properties'>;

function toListingReference({ id, kind, name, status, price, pricing }: Listing) {
  if (kind === 'unit') return { id, kind, name, status, price: price ?? null };
  if (!pricing) return { id, kind, name, status, pricing: null };
  const { currency, min_price, max_price } = pricing;
  const prices = { min_price: min_price ?? null, max_price: max_price ?? null };
  // Protobuf has no null for a string, so a missing currency is an empty string.
  return { id, kind, name, status, pricing: { currency: currency || null, ...prices } };
}

/** Parses the JSON of a hold, which inventory has rendered. */
function toJson(record: string): unknown {
  return JSON.parse(record);
}

/**
 * Fetches the given relations of leads with one call for each relation. Resolves to a function that returns the keys to
 * add to a lead's JSON. A deleted agent is null. Omits listings that were deleted or are hidden from the caller.
 */
export async function fetchRelations(
  { agents, listings, holds }: Pick<Context, 'agents' | 'listings' | 'holds'>,
  caller: Caller,
  leads: readonly RelatedLead[],
  expand: readonly Relation[] = [],
): Promise<(lead: RelatedLead) => object> {
  const withAgent = expand.includes('agent');
  const withListings = expand.includes('properties');
  const agentIds = withAgent ? leads.flatMap((lead) => lead.assigned_agent ?? []) : [];
  const listingIds = withListings ? leads.flatMap((lead) => lead.interested_properties) : [];
  const withHolds = expand.includes('holds');
  const leadIds = withHolds ? leads.map(({ id }) => id) : [];
  const [foundAgents, foundListings, openHolds] = await Promise.all([
    agents.find(caller, [...new Set(agentIds)]),
    listings.find(caller, [...new Set(listingIds)]),
    holds.listOpen(caller, leadIds),
  ]);
  const agentById = new Map(foundAgents.map(({ id, name, email }) => [id, { id, name, email }]));
  const shown = foundListings.filter(({ hidden }) => !hidden);
  const listingById = new Map(shown.map((listing) => [listing.id, toListingReference(listing)]));
  const holdsOf = (id: string) => openHolds.filter(({ lead_id }) => lead_id === id).map(({ record }) => toJson(record));
  return ({ id, assigned_agent, interested_properties }) => ({
    ...(withAgent && { agent: agentById.get(assigned_agent ?? '') ?? null }),
    ...(withListings && { properties: interested_properties.flatMap((one) => listingById.get(one) ?? []) }),
    ...(withHolds && { holds: holdsOf(id) }),
  });
}
