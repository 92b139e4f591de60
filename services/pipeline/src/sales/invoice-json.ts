import type { Invoice } from '../domain/invoice.js';

/** An invoice as the public sees it; also the `data` of its events. */
export function invoiceJson(invoice: Invoice) {
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
