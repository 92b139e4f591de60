import type { Source } from './lead.js';

export type DealStatus = 'closed' | 'cancelled';

/** What the request that won the lead asked for; a repeated request has the same. */
export interface DealTerms {
  /** The id in the request: a property's or a unit's. */
  readonly property_id: string;
  readonly value: number;
  /** The commission in the request; null when it is computed by the agent's rate. */
  readonly commission: number | null;
  readonly notes: string | null;
}

/** A sale to a lead. */
export interface Deal {
  readonly id: string;
  readonly version: number;
  readonly lead_id: string;
  readonly property_id: string;
  readonly unit_id: string | null;
  readonly agent_id: string | null;
  readonly value: number;
  readonly currency: string;
  /** An amount in the deal's currency. */
  readonly commission: number;
  readonly status: DealStatus;
  readonly closed_at: Date;
  readonly cancelled_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** Not public. */
  readonly terms: DealTerms;
  /** The lead's source when it was won. Not public. */
  readonly lead_source: Source;
}

/** Whether two requests ask for the same deal. Their notes may differ. */
export function haveSameTerms(one: DealTerms, other: DealTerms): boolean {
  return one.property_id === other.property_id && one.value === other.value && one.commission === other.commission;
}

/** The deal cancelled; the same deal when it is already. */
export function cancelDeal(deal: Deal, now: Date): Deal {
  return deal.status === 'cancelled' ? deal : { ...deal, status: 'cancelled', cancelled_at: now, updated_at: now };
}
