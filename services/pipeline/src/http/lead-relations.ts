import type { Caller } from '@plotline/kit/caller';
import type { Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import type { Context } from '../context.js';
import type { Lead } from '../domain/lead.js';

/** What `expand` takes for leads. */
export type Relation = 'agent' | 'properties';

function listingReference({ id, kind, name, status, price, pricing }: Listing) {
  if (kind === 'unit') return { id, kind, name, status, price: price ?? null };
  if (!pricing) return { id, kind, name, status, pricing: null };
  const { currency, min_price, max_price } = pricing;
  const prices = { min_price: min_price ?? null, max_price: max_price ?? null };
  // The wire format has no null for a text: a property without a currency comes with an empty one.
  return { id, kind, name, status, pricing: { currency: currency || null, ...prices } };
}

/**
 * Fetches the named relations of leads, each in one call for all of them; gives the keys to add to a lead's JSON. An
 * agent who is gone is null; a listing that is gone, or that the calling person may not see, is left out.
 */
export async function relationsOf(
  { agents, listings }: Pick<Context, 'agents' | 'listings'>,
  caller: Caller,
  leads: readonly Lead[],
  expand: readonly Relation[] = [],
): Promise<(lead: Lead) => object> {
  const withAgent = expand.includes('agent');
  const withListings = expand.includes('properties');
  const agentIds = withAgent ? leads.flatMap((lead) => lead.assigned_agent ?? []) : [];
  const listingIds = withListings ? leads.flatMap((lead) => lead.interested_properties) : [];
  const [foundAgents, foundListings] = await Promise.all([
    agents.find(caller, [...new Set(agentIds)]),
    listings.find(caller, [...new Set(listingIds)]),
  ]);
  const agentById = new Map(foundAgents.map(({ id, name, email }) => [id, { id, name, email }]));
  const shown = foundListings.filter(({ hidden }) => !hidden);
  const listingById = new Map(shown.map((listing) => [listing.id, listingReference(listing)]));
  return ({ assigned_agent, interested_properties }) => ({
    ...(withAgent && { agent: agentById.get(assigned_agent ?? '') ?? null }),
    ...(withListings && { properties: interested_properties.flatMap((id) => listingById.get(id) ?? []) }),
  });
}
