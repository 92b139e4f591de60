export const stages = ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won', 'lost'] as const;
export type Stage = (typeof stages)[number];

export const sources = ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'] as const;
export type Source = (typeof sources)[number];

export const lossReasons = [
  'price_too_high',
  'location_not_suitable',
  'bought_elsewhere',
  'no_longer_interested',
  'unresponsive',
  'financing_failed',
  'other',
] as const;
export type LossReason = (typeof lossReasons)[number];

/** Whether a text is one of the contract's loss reasons. */
export function isLossReason(text: string | undefined): text is LossReason {
  return lossReasons.some((reason) => reason === text);
}

export interface Budget {
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string | null;
}

/** What an interested listing cost when it was last heard of: a unit's price, a property's lowest. */
export interface ListingPrice {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** A prospective buyer on the way through the pipeline. */
export interface Lead {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly source: Source;
  readonly stage: Stage;
  readonly score: number;
  readonly assigned_agent: string | null;
  readonly interested_properties: readonly string[];
  readonly budget: Budget | null;
  readonly timeline: string | null;
  readonly notes: string | null;
  readonly tags: readonly string[];
  readonly last_contacted: Date | null;
  readonly next_follow_up: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /** The live deal, while the lead is won through one. Not public as a field. */
  readonly deal_id: string | null;
  /** Why it was lost, while it is. Not public. */
  readonly loss_reason: LossReason | null;
  /** When the lead entered its present stage. Not public. */
  readonly stage_since: Date;
  /** When each stage was first reached. Not public. */
  readonly reached: Readonly<Partial<Record<Stage, Date>>>;
  /** When the present agent was assigned, and when contact was first made after that. Not public. */
  readonly assigned_at: Date | null;
  readonly first_contact_at: Date | null;
  /** Of those interested listings that have a price; the score is measured against them. Not public. */
  readonly listing_prices: readonly ListingPrice[];
}

/** Whether the lead is still in play. */
export function isActive(stage: Stage): boolean {
  return stage !== 'won' && stage !== 'lost';
}

/**
 * The lead in another stage, with what follows from that; the same lead when it is there already. It has no deal and no
 * loss reason: who wins it through a deal or loses it for a reason adds them.
 */
export function enterStage(lead: Lead, stage: Stage, now: Date): Lead {
  if (lead.stage === stage) return lead;
  const moved = {
    ...lead,
    stage,
    stage_since: now,
    reached: { ...lead.reached, [stage]: lead.reached[stage] ?? now },
    deal_id: null,
    loss_reason: null,
    updated_at: now,
  };
  return stage === 'new' || stage === 'lost' ? moved : noteContact(moved, now);
}

/** Whoever is contacted first after the assignment is answered then; later contacts change nothing here. */
export function noteContact(lead: Lead, at: Date): Lead {
  return lead.assigned_at && !lead.first_contact_at ? { ...lead, first_contact_at: at } : lead;
}
