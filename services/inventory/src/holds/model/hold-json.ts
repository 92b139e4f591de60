import type { Deposit, Hold } from './hold.js';

function toDepositJson({ amount, currency, due_at, paid_at, reference }: Deposit) {
  return { amount, currency, due_at, paid_at, reference };
}

/** Renders a hold for the public API and for the `data` of its events. */
export function toHoldJson(hold: Hold) {
  return {
    id: hold.id,
    unit_id: hold.unit_id,
    property_id: hold.property_id,
    lead_id: hold.lead_id,
    agent_id: hold.agent_id,
    status: hold.status,
    price: { amount: hold.price.amount, currency: hold.price.currency },
    expires_at: hold.expires_at,
    position: hold.position,
    deposit: hold.deposit && toDepositJson(hold.deposit),
    notes: hold.notes,
    extensions: hold.extensions,
    ended_at: hold.ended_at,
    ended_reason: hold.ended_reason,
    created_at: hold.created_at,
    updated_at: hold.updated_at,
  };
}
