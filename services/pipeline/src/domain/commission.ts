import { shareOf } from './deal-money.js';

export type CommissionStatus = 'earned' | 'cancelled';

/** What an agent earns by a deal. */
export interface Commission {
  readonly id: string;
  readonly version: number;
  readonly deal_id: string;
  readonly agent_id: string | null;
  /** The rate that gave the amount, a fraction; null when the amount was given. */
  readonly rate: number | null;
  readonly amount: number;
  readonly currency: string;
  readonly status: CommissionStatus;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The amount that was given, as it was given; otherwise the agent's share of the deal's value. */
export function commissionAmount(
  value: number,
  currency: string,
  { given, rate }: { readonly given: number | null; readonly rate: number | null },
): number {
  return given ?? shareOf(value, rate ?? 0, currency);
}

/** The commission of a deal that was taken back. */
export function cancelCommission(commission: Commission, now: Date): Commission {
  return commission.status === 'cancelled' ? commission : { ...commission, status: 'cancelled', updated_at: now };
}
