import type { Deal } from './deal-queries.js';

/** Returns the unpaid amount of a deal, or 0 for a cancelled deal. Rounds, because binary fractions are inexact. */
export function getDealBalance({ status, value, paid }: Pick<Deal, 'status' | 'value' | 'paid'>): number {
  return status === 'cancelled' ? 0 : Number((value - paid).toFixed(4));
}
