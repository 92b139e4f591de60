import type { Caller } from '@plotline/kit/core/caller';
import type { Context } from '../../context.js';
import type { Deal, Invoice } from '../model/deal.js';
import { addSaleNames } from './record-names.js';

/** Values of `expand` for deals and invoices. */
export type SaleRelation = 'lead' | 'property' | 'unit';

/** Returns the keys that relations add to the JSON of each record, in the order of the records. */
export type RelateRecords<T> = (
  caller: Caller,
  records: readonly T[],
  expand: readonly SaleRelation[],
) => Promise<readonly object[]>;

type SaleParties = Pick<Deal, 'id' | 'created_at' | 'lead_id' | 'property_id' | 'unit_id'>;

function toNamed(id: string | null, name: string | null) {
  return id === null || typeof name !== 'string' ? null : { id, name };
}

/**
 * Finds the buyer, the property and the unit of sales, with one call for each kind. Deleted and hidden records are
 * null.
 */
async function findParties(
  context: Context,
  caller: Caller,
  sales: readonly SaleParties[],
  expand: readonly SaleRelation[],
): Promise<ReadonlyMap<string, object>> {
  const parties = sales.map(({ id, created_at, lead_id, property_id, unit_id }) => {
    return { id, created_at, lead_id, property_id, unit_id };
  });
  const named = await addSaleNames(context)(caller, parties);
  const related = parties.map(({ id, lead_id, property_id, unit_id }, place): [string, object] => {
    const { lead_name = null, lead_email = null, property_name = null, unit_name = null } = { ...named[place] };
    const lead = toNamed(lead_id, lead_name);
    return [
      id,
      {
        ...(expand.includes('lead') && { lead: lead && { ...lead, email: lead_email } }),
        ...(expand.includes('property') && { property: toNamed(property_id, property_name) }),
        ...(expand.includes('unit') && { unit: toNamed(unit_id, unit_name) }),
      },
    ];
  });
  return new Map(related);
}

/** Adds the buyers, properties and units of deals. */
export function relateDeals(context: Context): RelateRecords<Deal> {
  return async (caller, deals, expand) => {
    const parties = await findParties(context, caller, deals, expand);
    return deals.map(({ id }) => parties.get(id) ?? {});
  };
}

/** Adds the buyers, properties and units of the deals of invoices. */
export function relateInvoices(context: Context): RelateRecords<Invoice> {
  return async (caller, invoices, expand) => {
    const deals = await context.deals.getMany(caller, [...new Set(invoices.map(({ deal_id }) => deal_id))]);
    const parties = await findParties(context, caller, deals, expand);
    return invoices.map(({ deal_id }) => parties.get(deal_id) ?? {});
  };
}
