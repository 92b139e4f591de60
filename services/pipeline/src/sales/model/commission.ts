import { computeShare } from '../../counters/model/money.js';

export type CommissionStatus = 'earned' | 'cancelled';

/** The agent's share of a deal. */
export interface Commission {
  readonly id: string;
  readonly version: number;
  readonly deal_id: string;
  readonly agent_id: string | null;
  /** Rate that the amount was computed with, as a fraction. Null if the request contained the amount. */
  readonly rate: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: CommissionStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** Returns the given amount. If there is none, computes the share of the deal's value from the rate. */
export function computeCommission(
  value: number,
  currency: string,
  { given, rate }: { readonly given: number | null; readonly rate: number | null },
): number {
  return given ?? computeShare(value, rate ?? 0, currency);
}

/** Returns the cancelled commission; the same commission if it is already cancelled. */
export function cancelCommission(commission: Commission, now: Date): Commission {
  return commission.status === 'cancelled' ? commission : { ...commission, status: 'cancelled', updated_at: now };
}
