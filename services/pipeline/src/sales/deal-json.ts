import type { Deal } from '../domain/deal.js';

/** A deal as the public sees it; also the `data` of its events. */
export function dealJson(deal: Deal) {
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
