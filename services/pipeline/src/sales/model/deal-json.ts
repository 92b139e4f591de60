import type { Commission, Deal, Invoice } from './deal.js';

/** Renders a deal for the public API and for the `data` of its events. */
export function toDealJson(deal: Deal) {
  return {
    id: deal.id,
    lead_id: deal.lead_id,
    property_id: deal.property_id,
    unit_id: deal.unit_id,
    agent_id: deal.agent_id,
    value: deal.value,
    currency: deal.currency,
    commission: deal.commission,
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

/** Renders an invoice for the public API and for the `data` of its events. */
export function toInvoiceJson(invoice: Invoice) {
  return {
    id: invoice.id,
    number: invoice.number,
    deal_id: invoice.deal_id,
    lead_id: invoice.lead_id,
    amount: invoice.amount,
    currency: invoice.currency,
    status: invoice.status,
    issued_at: invoice.issued_at,
    paid_at: invoice.paid_at,
    voided_at: invoice.voided_at,
    created_at: invoice.created_at,
    updated_at: invoice.updated_at,
  };
}
