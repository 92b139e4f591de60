import type { Commission } from './commission.js';
import { type Deal, getBalance, getDealTotals, getPaidAmount, type Invoice, isOverdue } from './deal.js';
import type { Instalment } from './instalment.js';
import type { Payment } from './payment.js';

/** Renders a deal for the public API and for the `data` of its events. */
export function toDealJson(deal: Deal) {
  const { invoiced, paid } = getDealTotals(deal);
  return {
    id: deal.id,
    lead_id: deal.lead_id,
    property_id: deal.property_id,
    unit_id: deal.unit_id,
    agent_id: deal.agent_id,
    value: deal.value,
    currency: deal.currency,
    commission: deal.commission,
    payment_plan_id: deal.payment_plan_id ?? null,
    invoiced,
    paid,
    status: deal.status,
    closed_at: deal.closed_at,
    cancelled_at: deal.cancelled_at,
    created_at: deal.created_at,
    updated_at: deal.updated_at,
  };
}

/** Renders a commission for the public API and for the `data` of its events. */
export function toCommissionJson(commission: Commission) {
  return {
    id: commission.id,
    deal_id: commission.deal_id,
    agent_id: commission.agent_id,
    rate: commission.rate,
    amount: commission.amount,
    currency: commission.currency,
    status: commission.status,
    created_at: commission.created_at,
    updated_at: commission.updated_at,
  };
}

/** Renders an instalment for the public API and for the `data` of its events. */
export function toInstalmentJson(instalment: Instalment) {
  return {
    id: instalment.id,
    deal_id: instalment.deal_id,
    label: instalment.label,
    percent: instalment.percent,
    amount: instalment.amount,
    currency: instalment.currency,
    due: instalment.due,
    due_on: instalment.due_on,
    status: instalment.status,
    invoice_id: instalment.invoice_id,
    created_at: instalment.created_at,
    updated_at: instalment.updated_at,
  };
}

/**
 * Renders an invoice for the public API and for the `data` of its events. `today` is the current day of the workspace.
 */
export function toInvoiceJson(invoice: Invoice, today: string) {
  return {
    id: invoice.id,
    number: invoice.number,
    deal_id: invoice.deal_id,
    lead_id: invoice.lead_id,
    instalment_id: invoice.instalment_id ?? null,
    amount: invoice.amount,
    paid_amount: getPaidAmount(invoice),
    balance: getBalance(invoice),
    currency: invoice.currency,
    status: invoice.status,
    due_on: invoice.due_on ?? null,
    overdue: isOverdue(invoice, today),
    issued_at: invoice.issued_at,
    paid_at: invoice.paid_at,
    voided_at: invoice.voided_at,
    created_at: invoice.created_at,
    updated_at: invoice.updated_at,
  };
}

/** Renders a payment for the public API and for the `data` of its events. */
export function toPaymentJson(payment: Payment) {
  return {
    id: payment.id,
    invoice_id: payment.invoice_id,
    amount: payment.amount,
    currency: payment.currency,
    paid_on: payment.paid_on,
    method: payment.method,
    reference: payment.reference,
    created_at: payment.created_at,
    updated_at: payment.updated_at,
    reversed_at: payment.reversed_at,
  };
}
