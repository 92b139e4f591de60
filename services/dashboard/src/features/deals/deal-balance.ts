import type { Deal } from './deal-queries.js';

/** Returns what is left to pay of a deal: nothing once it is cancelled. Rounds away the error of binary fractions. */
export function getDealBalance({ status, value, paid }: Pick<Deal, 'status' | 'value' | 'paid'>): number {
  return status === 'cancelled' ? 0 : Number((value - paid).toFixed(4));
}
