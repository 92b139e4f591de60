import type { Deal } from './deal.js';
import type { Lead } from './lead.js';
import type { Sale, SaleActor } from './sale.js';

export interface ReleaseTimes {
  readonly now: Date;
  readonly finalAt: Date;
}

/** The putting back of a unit whose deal is cancelled; stored with the cancellation. Null when the deal has no unit. */
export function releaseOf(
  deal: Deal,
  lead: Lead,
  by: { readonly actor: SaleActor; readonly requestId: string },
  { now, finalAt }: ReleaseTimes,
): Sale | null {
  if (deal.unit_id === null) return null;
  return {
    id: deal.id,
    version: 1,
    state: 'releasing',
    lead_id: lead.id,
    unit_id: deal.unit_id,
    terms: deal.terms,
    agent_id: deal.agent_id,
    rate: null,
    stage_since: lead.stage_since,
    fallback_currency: deal.currency,
    actor: by.actor,
    request_id: by.requestId,
    created_at: now,
    due_at: now,
    final_at: finalAt,
    attempts: 0,
  };
}
