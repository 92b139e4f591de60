import type { Filter } from '@plotline/kit/mongo/collection';
import type { ListQuery } from '@plotline/kit/mongo/list';
import { type CreationRange, createdWithin } from './creation-range.js';

/** What the lists of deals, invoices and commissions are narrowed by, each where the record has the field. */
export interface SaleListQuery extends ListQuery, CreationRange {
  readonly status?: readonly string[];
  readonly agent_id?: string;
  readonly lead_id?: string;
  readonly property_id?: string;
  readonly deal_id?: string;
}

/** From the one that leaves the fewest records; each is the name of an index too, which ends in the order of creation. */
const narrowing = ['deal_id', 'lead_id', 'property_id', 'agent_id'] as const;

/** The filter of a list, and the name of the index that serves it. */
export function narrow(query: SaleListQuery): { filter: Filter; hint: string } {
  const given = narrowing.filter((field) => query[field] !== undefined);
  const { status } = query;
  const filter = {
    ...createdWithin(query),
    ...Object.fromEntries(given.map((field) => [field, query[field]])),
    ...(status && { status: status.length === 1 ? status[0] : { $in: status } }),
  };
  return { filter, hint: given[0] ?? (status?.length === 1 ? 'status' : 'created_at') };
}
