import { computeShare } from './money.js';

export type CommissionStatus = 'earned' | 'cancelled';

/** The agent's share of a deal. */
export interface Commission {
  readonly id: string;
  readonly version: number;
  readonly deal_id: string;
  readonly agent_id: string | null;
  /** The rate that the amount was computed by, a fraction; null when the amount was in the request. */
  readonly rate: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: CommissionStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The given amount as it is; without one, the rate's share of the deal's value. */
export function computeCommission(
  value: number,
  currency: string,
  { given, rate }: { readonly given: number | null; readonly rate: number | null },
): number {
  return given ?? computeShare(value, rate ?? 0, currency);
}

/** The commission cancelled; the same commission when it is already. */
export function cancelCommission(commission: Commission, now: Date): Commission {
  return commission.status === 'cancelled' ? commission : { ...commission, status: 'cancelled', updated_at: now };
}
