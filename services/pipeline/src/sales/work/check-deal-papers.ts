import type { Check, Inconsistency } from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import type { Commission, Deal, Invoice } from '../model/deal.js';
import { type DealBatch, eachDealBatch } from './each-deal.js';

/** Returns the names of the invoice's fields that don't fit its deal. */
function findInvoiceFaults(deal: Deal, invoice: Invoice | undefined): readonly string[] {
  if (!invoice) return ['no invoice'];
  const isLive = deal.status === 'closed';
  return [
    ...((invoice.status === 'void') === isLive ? ['invoice.status'] : []),
    ...(invoice.amount === deal.value ? [] : ['invoice.amount']),
    ...(invoice.currency === deal.currency ? [] : ['invoice.currency']),
    ...(invoice.lead_id === deal.lead_id ? [] : ['invoice.lead_id']),
  ];
}

function findCommissionFaults(deal: Deal, commission: Commission | undefined): readonly string[] {
  if (!commission) return ['no commission'];
  const isLive = deal.status === 'closed';
  return [
    ...((commission.status === 'cancelled') === isLive ? ['commission.status'] : []),
    ...(commission.amount === deal.commission ? [] : ['commission.amount']),
    ...(commission.currency === deal.currency ? [] : ['commission.currency']),
    ...(commission.agent_id === deal.agent_id ? [] : ['commission.agent_id']),
  ];
}

async function* findUnfit({ invoices, commissions }: Context, batch: DealBatch): AsyncGenerator<Inconsistency> {
  const { tenant, deals } = batch;
  const ids = deals.map(({ id }) => id);
  const invoiceOf = new Map((await invoices.getByDeals(tenant, ids)).map((one) => [one.deal_id, one]));
  const commissionOf = new Map((await commissions.getByDeals(tenant, ids)).map((one) => [one.deal_id, one]));
  for (const deal of deals) {
    const { id } = deal;
    const found = [...findInvoiceFaults(deal, invoiceOf.get(id)), ...findCommissionFaults(deal, commissionOf.get(id))];
    const expected = 'an invoice and a commission that fit the deal';
    if (found.length > 0) yield { workspace_id: tenant.workspaceId, id, expected, found };
  }
}

/**
 * Checks that each deal has an invoice and a commission with its amounts. Those of a cancelled deal must be void and
 * cancelled.
 */
export function createDealPapersCheck(context: Context): Check {
  return {
    name: 'deal_papers',
    nextStep:
      'reopen the lead and win it again, which creates new records; if the invoice is paid, agree on a solution with the customer',
    find: async function* (scope) {
      for await (const batch of eachDealBatch(context, scope)) yield* findUnfit(context, batch);
    },
  };
}
