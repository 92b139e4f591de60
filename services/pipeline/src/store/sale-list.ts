import type { Filter } from '@plotline/kit/mongo/collection';
import { type CreationRange, matchCreatedWithin } from '@plotline/kit/mongo/created-within';
import type { ListQuery } from '@plotline/kit/mongo/list';

/** What the lists of deals, invoices and commissions are narrowed by, each where the record has the field. */
export interface SaleListQuery extends ListQuery, CreationRange {
  readonly status?: readonly string[];
  readonly agent_id?: string;
  readonly lead_id?: string;
  /** A unit's id asks for the deals on that unit. */
  readonly property_id?: string;
  readonly unit_id?: string;
  readonly deal_id?: string;
}

/** From the one that leaves the fewest records; each is the name of an index too, which ends in the order of creation. */
const narrowing = ['deal_id', 'unit_id', 'lead_id', 'property_id', 'agent_id'] as const;

/** Who asks for the deals on a listing may name a unit as well, as where a lead is won or leads are listed. */
function byListing(query: SaleListQuery): SaleListQuery {
  const { property_id: listing, ...rest } = query;
  if (!listing?.startsWith('unit_')) return query;
  // Two different units: no deal has both.
  return { ...rest, unit_id: query.unit_id === undefined || query.unit_id === listing ? listing : '' };
}

/** The filter of a list, and the name of the index that serves it. */
export function narrow(asked: SaleListQuery): { filter: Filter; hint: string } {
  const query = byListing(asked);
  const given = narrowing.filter((field) => query[field] !== undefined);
  const { status } = query;
  const filter = {
    ...matchCreatedWithin(query),
    ...Object.fromEntries(given.map((field) => [field, query[field]])),
    ...(status && { status: status.length === 1 ? status[0] : { $in: status } }),
  };
  return { filter, hint: given[0] ?? (status?.length === 1 ? 'status' : 'created_at') };
}
