import type { Price } from '../../units/model/unit.js';

export const holdStatuses = ['active', 'queued', 'converted', 'released', 'expired'] as const;
export type HoldStatus = (typeof holdStatuses)[number];

/** Reason why a hold ended with the status `released`. */
export type ReleaseReason = 'released' | 'unit_sold' | 'unit_withdrawn' | 'lead_lost' | 'lead_deleted' | 'lead_merged';

export type EndReason = 'sold' | 'expired' | ReleaseReason;

/** Agreed deposit. The last two fields are null until the payment is recorded. */
export interface Deposit extends Price {
  readonly due_at: Date | null;
  readonly paid_at: Date | null;
  readonly reference: string | null;
}

/** Terms of the request that created a hold. A repeated request for the same lead and unit must have the same terms. */
export interface HoldTerms {
  readonly agent_id: string | null;
  /** Requested end, or the default end if the request had none. */
  readonly expires_at: Date;
  /** Seconds as in the request. Null if the request had none. */
  readonly expires_in: number | null;
  readonly deposit: Pick<Deposit, 'amount' | 'currency' | 'due_at'> | null;
  readonly notes: string | null;
}

/** Hold that reserves a unit for a lead until a given time, or waits in the unit's queue. */
export interface Hold {
  readonly id: string;
  readonly version: number;
  readonly unit_id: string;
  readonly property_id: string;
  readonly lead_id: string;
  readonly agent_id: string | null;
  readonly status: HoldStatus;
  /** Price of the unit at the time when the hold was created or moved to it. */
  readonly price: Price;
  /** Null until the hold has been active. */
  readonly expires_at: Date | null;
  /** Place in the queue, starting at 1; null unless the hold is queued. */
  readonly position: number | null;
  readonly deposit: Deposit | null;
  readonly notes: string | null;
  readonly extensions: number;
  readonly ended_at: Date | null;
  readonly ended_reason: EndReason | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  /**
   * Version of the lead when it got the hold. The loss of an earlier version of the lead doesn't end the hold. Not
   * public.
   */
  readonly lead_version: number;
  /** Time when the agent got the hold. Not public. */
  readonly agent_since: Date | null;
  /** Time when the hold became active. Not public. */
  readonly activated_at: Date | null;
  /** Not public. */
  readonly terms: HoldTerms;
  /** Settings of the workspace when the hold was created. Not public. */
  readonly default_hours: number;
  readonly max_extensions: number;
  /** Deal of the sale that converted the hold. Not public. */
  readonly deal_id: string | null;
}

/** Maximum holds in the queue of a unit. */
export const maxQueued = 20;
/** Maximum active holds of an agent. Holds that are activated from queues may exceed this limit. */
export const maxActiveOfAgent = 50;

const hourMs = 3_600_000;
/** Maximum time until the end of a hold. */
export const maxHoldMs = 365 * 24 * hourMs;

/** Returns whether the hold is active or queued. */
export function isOpen({ status }: Pick<Hold, 'status'>): boolean {
  return status === 'active' || status === 'queued';
}

/** Returns whether the time of an active hold has passed. */
export function isDue({ status, expires_at }: Pick<Hold, 'status' | 'expires_at'>, now: Date): boolean {
  return status === 'active' && expires_at !== null && expires_at <= now;
}

/** Returns the default end of a hold that becomes active now. */
export function toDefaultEnd(hours: number, now: Date): Date {
  return new Date(now.getTime() + hours * hourMs);
}

/** Returns the hold with the changes and an incremented version. */
export function reviseHold(hold: Hold, changes: Partial<Hold>, now: Date): Hold {
  return { ...hold, ...changes, version: hold.version + 1, updated_at: now };
}
