import type { ExternallyIdentified } from '@plotline/kit/core/ids';

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

/** Returns whether a text is one of the contract's loss reasons. */
export function isLossReason(text: string | undefined): text is LossReason {
  return lossReasons.some((reason) => reason === text);
}

export interface Budget {
  readonly min: number | null;
  readonly max: number | null;
  readonly currency: string | null;
}

/**
 * Last known price of a listing that a lead is interested in. It is the price of a unit, or the lowest price of a
 * property.
 */
export interface ListingPrice {
  readonly id: string;
  readonly amount: number;
  readonly currency: string;
}

/** Lead that was merged into another one. */
export interface MergedLead {
  readonly id: string;
  /** External id of the merged lead. Absent if the survivor took it over. */
  readonly external_id?: string | undefined;
  readonly at: Date;
}

/** Prospective buyer in the pipeline. */
export interface Lead extends ExternallyIdentified {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  /**
   * Country whose rules apply to a national phone, ISO 3166-1 alpha-2. Absent if the workspace had no country. Not
   * public.
   */
  readonly phone_country?: string | undefined;
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
  /** Active deal that won the lead, if any. Not a field of the API. */
  readonly deal_id: string | null;
  /** Set while the lead is lost. Not public. */
  readonly loss_reason: LossReason | null;
  /**
   * When the lead entered its current stage. For a lead that was imported in a stage other than `new`, this is the time
   * of creation (see `findStageEntry`).
   */
  readonly stage_entered_at: Date;
  /** When the lead first entered each stage. Not public. */
  readonly stage_history: Readonly<Partial<Record<Stage, Date>>>;
  /** When the current agent was assigned, and when the lead was first contacted after that. Not public. */
  readonly assigned_at: Date | null;
  readonly first_contact_at: Date | null;
  /** Prices of the interested listings that have a price. The score depends on them. Not public. */
  readonly listing_prices: readonly ListingPrice[];
  /**
   * Open task for a `next_follow_up` that a client wrote, and its due time. Null or absent if there is no such task.
   * Not public. Leads of earlier releases of Plotline lack both fields.
   */
  readonly follow_up_task?: string | null | undefined;
  readonly follow_up_at?: Date | null | undefined;
  /** When the earliest of the lead's other open tasks is due; null or absent if there is none. Not public. */
  readonly tasks_due_at?: Date | null | undefined;
  /**
   * Leads that were merged into this one, directly or through another merged lead. Absent if there are none. Not
   * public.
   */
  readonly merged_leads?: readonly MergedLead[] | undefined;
}

/** Returns whether a lead in the stage is neither won nor lost. */
export function isActive(stage: Stage): boolean {
  return stage !== 'won' && stage !== 'lost';
}

/**
 * Chooses the lead that an email belongs to, from the leads with its address: the newest open lead, else the newest.
 */
export function chooseLead(leads: readonly Lead[]): Lead | undefined {
  const newestFirst = [...leads].sort((one, other) => (one.id < other.id ? 1 : -1));
  return newestFirst.find(({ stage }) => isActive(stage)) ?? newestFirst[0];
}
