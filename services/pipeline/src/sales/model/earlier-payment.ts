import { subtractMoney } from '../../counters/model/money.js';
import type { Invoice } from './deal.js';
import type { Payment } from './payment.js';

/**
 * Creates the payment of an invoice that an earlier release of Plotline marked as paid. Its amount is the part that
 * other payments leave unpaid. Its id is derived from the invoice's id, so that the payment is stored only once.
 */
export function createEarlierPayment(invoice: Invoice, paid = 0): Payment {
  const { id, deal_id, amount, currency, paid_at, updated_at } = invoice;
  const at = paid_at ?? updated_at;
  return {
    id: id.replace(/^inv_/, 'pay_'),
    version: 1,
    invoice_id: id,
    deal_id,
    amount: subtractMoney(amount, paid),
    currency,
    paid_on: at.toISOString().slice(0, 10),
    method: 'other',
    reference: null,
    created_at: at,
    updated_at: at,
    reversed_at: null,
  };
}
