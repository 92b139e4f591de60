import type { SeenRecord, Snapshot } from '../snapshot/snapshot.js';
import { show, type Violation } from './violation.js';

/** Adds amounts exactly. All amounts in a campaign have two decimal places. */
const sum = (amounts: readonly number[]): number =>
  amounts.reduce((all, amount) => all + Math.round(amount * 100), 0) / 100;

const amountsOf = (records: readonly SeenRecord[], field: string) => records.map((record) => Number(record[field]));

function findInvoiceFaults(invoice: SeenRecord, payments: readonly SeenRecord[]): string[] {
  const counted = payments.filter(({ reversed_at }) => reversed_at === null);
  const paid = sum(amountsOf(counted, 'amount'));
  const balance = invoice.status === 'void' ? 0 : sum([Number(invoice.amount), -paid]);
  const fits = invoice.paid_amount === paid && invoice.balance === balance;
  return fits ? [] : [`the payments of ${invoice.id} sum to ${paid}: ${show(invoice)}`];
}

function findDealFaults(deal: SeenRecord, { instalments, invoices }: Snapshot): string[] {
  const own = instalments.filter(({ deal_id }) => deal_id === deal.id);
  const issued = invoices.filter(({ deal_id, status }) => deal_id === deal.id && status !== 'void');
  const invoiced = sum(amountsOf(issued, 'amount'));
  const paid = sum(amountsOf(issued, 'paid_amount'));
  return [
    ...(own.length === 0 || sum(amountsOf(own, 'amount')) === deal.value
      ? []
      : [`the instalments of ${deal.id} don't sum to its value, ${show(deal.value)}`]),
    ...(deal.invoiced === undefined || (deal.invoiced === invoiced && deal.paid === paid)
      ? []
      : [`${deal.id} has invoices over ${invoiced}, of which ${paid} is paid: ${show(deal)}`]),
  ];
}

/**
 * Checks that the instalments add up to the deal's value, invoices and payments to the deal's totals, and payments to
 * the invoice's paid amount.
 */
export function checkPayments(snapshot: Snapshot): Violation[] {
  const { deals, invoices, payments } = snapshot;
  const found = [
    ...invoices.flatMap((invoice) => {
      const own = payments.get(invoice.id);
      return own ? findInvoiceFaults(invoice, own) : [];
    }),
    ...deals.flatMap((deal) => findDealFaults(deal, snapshot)),
  ];
  return found.map((message) => ({ rule: 'payments', tenant: snapshot.tenant, message }));
}
