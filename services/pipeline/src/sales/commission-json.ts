import type { Commission } from '../domain/commission.js';

/** A commission as the public sees it; also the `data` of its events. */
export function commissionJson(commission: Commission) {
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
