import type { Source } from './lead.js';

export type DealStatus = 'closed' | 'cancelled';

/** What was asked for when the lead was won; tells a repeated call from another one. */
export interface DealTerms {
  /** The id as it was given: a property's or a unit's. */
  readonly property_id: string;
  readonly value: number;
  /** The commission that was given; null when the agent's rate decides. */
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
  /** Of the lead when it was won. Not public. */
  readonly lead_source: Source;
}

/** Whether two calls ask for the same deal, whatever they remark about it. */
export function sameTerms(one: DealTerms, other: DealTerms): boolean {
  return one.property_id === other.property_id && one.value === other.value && one.commission === other.commission;
}

/** The deal taken back; the same deal when it is already. */
export function cancelDeal(deal: Deal, now: Date): Deal {
  return deal.status === 'cancelled' ? deal : { ...deal, status: 'cancelled', cancelled_at: now, updated_at: now };
}
