import { conflict } from '@plotline/kit/errors';
import type { Unit } from './unit.js';

/** Throws CONFLICT when the unit is sold in a live deal: such a unit stays, and so does its property. */
export function assertRemovable({ deal_id, name }: Pick<Unit, 'deal_id' | 'name'>): void {
  if (deal_id !== null) {
    throw conflict(`Unit ${name} is sold in a live deal and cannot be deleted; reopen that lead first.`);
  }
}
