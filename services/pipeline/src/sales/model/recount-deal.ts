import { sumMoney } from '../../counters/model/money.js';
import { type Deal, getDealTotals, getPaidAmount, type Invoice } from './deal.js';
import type { Payment } from './payment.js';

/** Deal with the records from which its totals are computed. */
export interface CountedDeal {
  readonly deal: Deal;
  readonly invoices: readonly Invoice[];
  readonly payments: readonly Payment[];
}

/** An invoice whose paid amount isn't the sum of its payments. */
export interface MiscountedInvoice {
  readonly invoice: Invoice;
  /** Sum of the payments that weren't reversed. */
  readonly paid: number;
}

/** Difference between the stored and the counted totals of a deal. */
export interface Recount {
  readonly invoiced: number;
  readonly paid: number;
  readonly miscounted: readonly MiscountedInvoice[];
  /**
   * Paid invoices whose payments sum to less than the amount, because an earlier release of Plotline marked them as
   * paid without storing a payment.
   */
  readonly withoutPayment: readonly MiscountedInvoice[];
}

function sumPayments(payments: readonly Payment[], { id }: Invoice): number {
  const counted = payments.filter(({ invoice_id, reversed_at }) => invoice_id === id && reversed_at === null);
  return sumMoney(counted.map(({ amount }) => amount));
}

/** Recomputes the totals of a deal from its invoices and payments. Returns null if all of them are correct. */
export function recountDeal({ deal, invoices, payments }: CountedDeal): Recount | null {
  const counted = invoices.map((invoice) => ({ invoice, paid: sumPayments(payments, invoice) }));
  const withoutPayment = counted.filter(({ invoice, paid }) => invoice.status === 'paid' && paid < invoice.amount);
  const miscounted = counted.filter(
    (one) => !withoutPayment.includes(one) && getPaidAmount(one.invoice) !== one.paid && one.invoice.status !== 'void',
  );
  const valid = counted.filter(({ invoice }) => invoice.status !== 'void');
  const invoiced = sumMoney(valid.map(({ invoice }) => invoice.amount));
  const paid = sumMoney(valid.map((one) => (withoutPayment.includes(one) ? one.invoice.amount : one.paid)));
  const totals = getDealTotals(deal, paid);
  const isRight =
    totals.invoiced === invoiced && totals.paid === paid && miscounted.length + withoutPayment.length === 0;
  return isRight ? null : { invoiced, paid, miscounted, withoutPayment };
}
