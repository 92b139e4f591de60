import type { Tenant } from '@plotline/kit/core/caller';
import type { ClientSession } from 'mongoose';
import { type Deal, getDealTotals, getPaidAmount, type Invoice } from '../model/deal.js';
import type { Invoices } from './deals.js';

/** Returns whether a deal comes from an earlier release of Plotline, which stored no totals. */
export function lacksTotals({ paid, invoiced }: Deal): boolean {
  return paid === undefined || invoiced === undefined;
}

/** Adds the totals to a deal of an earlier release of Plotline, which has one invoice. */
export function addTotals(deal: Deal, invoice: Invoice | undefined): Deal {
  return { ...deal, ...getDealTotals(deal, invoice ? getPaidAmount(invoice) : 0) };
}

/** Adds the totals that deals of earlier releases of Plotline lack, from their invoices. Keeps the order. */
export async function completeTotals(
  invoices: Invoices,
  tenant: Tenant,
  deals: readonly Deal[],
  session?: ClientSession,
): Promise<readonly Deal[]> {
  const ids = deals.filter(lacksTotals).map(({ id }) => id);
  if (ids.length === 0) return deals;
  const found = await invoices.listOfDeals(tenant, ids, session);
  const invoiceOf = new Map(found.map((invoice) => [invoice.deal_id, invoice]));
  return deals.map((deal) => (lacksTotals(deal) ? addTotals(deal, invoiceOf.get(deal.id)) : deal));
}
