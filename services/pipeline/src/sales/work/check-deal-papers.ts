import type { Check, Inconsistency } from '@plotline/kit/ops/doctor/check';
import type { Context } from '../../context.js';
import { sumMoney } from '../../counters/model/money.js';
import type { Commission } from '../model/commission.js';
import type { Deal, Invoice } from '../model/deal.js';
import type { Instalment } from '../model/instalment.js';
import { type DealBatch, eachDealBatch } from './each-deal.js';

/** Deal with the records that must be consistent with it. */
interface DealPapers {
  readonly deal: Deal;
  readonly invoices: readonly Invoice[];
  readonly instalments: readonly Instalment[];
  readonly commission: Commission | undefined;
}

function isLive({ status }: Deal): boolean {
  return status === 'closed';
}

/** Returns the names of an invoice's fields that don't match its deal and, if it has one, its instalment. */
function findInvoiceFaults({ deal, instalments }: DealPapers, invoice: Invoice): readonly string[] {
  const instalmentId = invoice.instalment_id ?? null;
  const instalment = instalments.find(({ id }) => id === instalmentId);
  const amount = instalmentId === null ? deal.value : instalment?.amount;
  return [
    ...((invoice.status === 'void') === isLive(deal) ? ['invoice.status'] : []),
    ...(invoice.amount === amount ? [] : ['invoice.amount']),
    ...(invoice.currency === deal.currency ? [] : ['invoice.currency']),
    ...(invoice.lead_id === deal.lead_id ? [] : ['invoice.lead_id']),
    ...(instalmentId === null || instalment?.invoice_id === invoice.id ? [] : ['invoice.instalment_id']),
  ];
}

/** Returns whether the status of an instalment matches its invoice. */
function fitsInvoice({ status }: Instalment, invoice: Invoice | undefined): boolean {
  if (status === 'planned') return invoice === undefined;
  if (status === 'cancelled') return invoice === undefined || invoice.status === 'void';
  if (invoice === undefined || invoice.status === 'void') return false;
  return (status === 'paid') === (invoice.status === 'paid');
}

/**
 * Returns the errors in the instalments: an instalment without a matching invoice, or amounts that don't sum to the
 * value.
 */
function findInstalmentFaults({ deal, instalments, invoices }: DealPapers): readonly string[] {
  const invoiceOf = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const amounts = instalments.map(({ amount }) => amount);
  return [
    ...(sumMoney(amounts) === deal.value ? [] : ['instalment.amount']),
    ...instalments.flatMap((one) => [
      ...((one.status === 'cancelled') === isLive(deal) ? ['instalment.status'] : []),
      ...(fitsInvoice(one, invoiceOf.get(one.invoice_id ?? '')) ? [] : ['instalment.invoice_id']),
    ]),
  ];
}

function findCommissionFaults({ deal, commission }: DealPapers): readonly string[] {
  if (!commission) return ['no commission'];
  return [
    ...((commission.status === 'cancelled') === isLive(deal) ? ['commission.status'] : []),
    ...(commission.amount === deal.commission ? [] : ['commission.amount']),
    ...(commission.currency === deal.currency ? [] : ['commission.currency']),
    ...(commission.agent_id === deal.agent_id ? [] : ['commission.agent_id']),
  ];
}

function findFaults(papers: DealPapers): readonly string[] {
  const { invoices, instalments } = papers;
  const ofPlan = instalments.length > 0 ? findInstalmentFaults(papers) : invoices.length === 1 ? [] : ['no invoice'];
  const all = [
    ...invoices.flatMap((invoice) => findInvoiceFaults(papers, invoice)),
    ...ofPlan,
    ...findCommissionFaults(papers),
  ];
  return [...new Set(all)];
}

/** Groups records by their deal. */
function groupByDeal<T extends { readonly deal_id: string }>(records: readonly T[]): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const record of records) {
    const group = groups.get(record.deal_id) ?? [];
    groups.set(record.deal_id, group);
    group.push(record);
  }
  return groups;
}

async function* findUnfit(context: Context, { tenant, deals }: DealBatch): AsyncGenerator<Inconsistency> {
  const ids = deals.map(({ id }) => id);
  const invoicesOf = groupByDeal(await context.invoices.listOfDeals(tenant, ids));
  const instalmentsOf = groupByDeal(await context.instalments.listOfDeals(tenant, ids));
  const commissionOf = new Map((await context.commissions.getByDeals(tenant, ids)).map((one) => [one.deal_id, one]));
  for (const deal of deals) {
    const { id } = deal;
    const [invoices = [], instalments = []] = [invoicesOf.get(id), instalmentsOf.get(id)];
    const found = findFaults({ deal, invoices, instalments, commission: commissionOf.get(id) });
    const expected = 'invoices, instalments and a commission that fit the deal';
    if (found.length > 0) yield { workspace_id: tenant.workspaceId, id, expected, found };
  }
}

/**
 * Checks that each deal has a commission with its amount, and either one invoice for its value or instalments that sum
 * to its value. Each instalment must have the invoice that its status requires. The invoices of a cancelled deal must
 * be void, and its other records must be cancelled.
 */
export function createDealPapersCheck(context: Context): Check {
  return {
    name: 'deal_papers',
    nextStep:
      'reopen the lead and win it again, which creates new records; if anything is paid, agree on a solution with the customer',
    find: async function* (scope) {
      for await (const batch of eachDealBatch(context, scope)) yield* findUnfit(context, batch);
    },
  };
}
