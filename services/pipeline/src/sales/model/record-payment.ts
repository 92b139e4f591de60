import { conflict } from '@plotline/kit/core/errors';
import { addMoney, subtractMoney } from '../../counters/model/money.js';
import { type Deal, getBalance, getDealTotals, getPaidAmount, type Invoice } from './deal.js';
import { type Instalment, setStatus } from './instalment.js';
import type { Payment } from './payment.js';

/** Records that a payment changes. */
export interface PaidRecords {
  readonly invoice: Invoice;
  readonly deal: Deal;
  /** Null if the invoice is for the whole deal. */
  readonly instalment: Instalment | null;
}

/** Payment, and the records after it. */
export interface PaymentChange extends PaidRecords {
  readonly payment: Payment;
}

/** Fields of a new payment. */
export type NewPayment = Pick<Payment, 'id' | 'amount' | 'paid_on' | 'method' | 'reference'>;

/** Sets the paid amount of the invoice. Returns the records with the resulting totals. */
export function setPaidAmount({ invoice, deal, instalment }: PaidRecords, paidAmount: number, now: Date): PaidRecords {
  const { amount } = invoice;
  const isPaid = paidAmount === amount;
  const change = subtractMoney(paidAmount, getPaidAmount(invoice));
  const totals = getDealTotals(deal, getPaidAmount(invoice));
  return {
    invoice: {
      ...invoice,
      version: invoice.version + 1,
      status: isPaid ? 'paid' : paidAmount > 0 ? 'partially_paid' : 'open',
      paid_amount: paidAmount,
      paid_at: isPaid ? now : null,
      updated_at: now,
    },
    deal: {
      ...deal,
      ...totals,
      version: deal.version + 1,
      paid: addMoney(totals.paid, change),
      updated_at: now,
    },
    instalment: instalment && setStatus(instalment, isPaid ? 'paid' : 'invoiced', now),
  };
}

/** Throws CONFLICT when the invoice is void. */
function refuseVoid({ id, status }: Invoice): void {
  if (status === 'void')
    throw conflict('The invoice is void: its deal was cancelled.', 'invoice_void', { invoice_id: id });
}

/**
 * Records a payment of an invoice. Throws CONFLICT if the invoice is void, or if the payment is more than the balance.
 */
export function recordPayment(before: PaidRecords, payment: NewPayment, now: Date): PaymentChange {
  const { invoice, deal } = before;
  refuseVoid(invoice);
  const { currency } = invoice;
  const balance = getBalance(invoice);
  if (payment.amount > balance) {
    const message = `The payment is more than the balance of the invoice, ${balance} ${currency}.`;
    throw conflict(message, 'overpayment', { balance });
  }
  const paidAmount = addMoney(getPaidAmount(invoice), payment.amount);
  const created = { version: 1, created_at: now, updated_at: now, reversed_at: null };
  return {
    ...setPaidAmount(before, paidAmount, now),
    payment: { ...payment, ...created, invoice_id: invoice.id, deal_id: deal.id, currency },
  };
}

/** Returns the amount that settles the invoice. It is 0 if the invoice is paid. Throws CONFLICT if it is void. */
export function findAmountLeft(invoice: Invoice): number {
  refuseVoid(invoice);
  return getBalance(invoice);
}

/** Reverses a valid payment. This restores the invoice and the instalment to their state before the payment. */
export function reversePayment(before: PaidRecords, payment: Payment, now: Date): PaymentChange {
  const paidAmount = subtractMoney(getPaidAmount(before.invoice), payment.amount);
  return {
    ...setPaidAmount(before, paidAmount, now),
    payment: { ...payment, version: payment.version + 1, reversed_at: now, updated_at: now },
  };
}

/** Uses the rest of a hold's deposit to pay the invoice. Returns null if no deposit is left. */
export function takeDeposit(before: PaidRecords, id: string, now: Date): PaymentChange | null {
  const { open_deposit: deposit } = before.deal;
  if (!deposit) return null;
  const { paid_on, reference } = deposit;
  const amount = Math.min(deposit.amount, getBalance(before.invoice));
  const rest = subtractMoney(deposit.amount, amount);
  const change = recordPayment(before, { id, amount, paid_on, method: 'other', reference }, now);
  return { ...change, deal: { ...change.deal, open_deposit: rest > 0 ? { ...deposit, amount: rest } : null } };
}
