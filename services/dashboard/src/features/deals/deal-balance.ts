import type { Deal } from './deal-queries.js';

/** Returns the unpaid amount of a deal, which is 0 for a cancelled deal. Rounds away the error of binary fractions. */
export function getDealBalance({ status, value, paid }: Pick<Deal, 'status' | 'value' | 'paid'>): number {
  return status === 'cancelled' ? 0 : Number((value - paid).toFixed(4));
}
