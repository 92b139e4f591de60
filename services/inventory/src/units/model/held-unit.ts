import { conflict, Problem } from '@plotline/kit/core/errors';
import type { Unit, UnitHold, UnitStatus } from './unit.js';

/** Returns whether the time of the unit's active hold has passed. */
export function isHoldDue({ hold }: Pick<Unit, 'hold'>, now: Date): boolean {
  return Boolean(hold && hold.expires_at <= now);
}

/** Error with status 409: another lead holds the unit. */
export function refuseHeld({ name }: Pick<Unit, 'name'>, hold: UnitHold, field?: 'status'): Problem {
  const message = `Unit ${name} is held for a lead until ${hold.expires_at.toISOString()}.`;
  const data = { hold_id: hold.id, expires_at: hold.expires_at.toISOString(), queue_length: hold.queue_length };
  // An import shows this as the rejected field of the row.
  const details = field ? [{ field, message }] : [];
  return new Problem('CONFLICT', message, { reason: 'unit_held', data, details });
}

/** Statuses that can be set on a held unit: its current status, and the status that ends its holds. */
const allowedStatuses: ReadonlySet<UnitStatus> = new Set<UnitStatus>(['reserved', 'off_market']);

/** Throws CONFLICT if the unit is held and the status isn't allowed for a held unit. */
export function assertHoldKept(unit: Pick<Unit, 'name' | 'hold'>, status: UnitStatus): void {
  if (unit.hold && !allowedStatuses.has(status)) throw refuseHeld(unit, unit.hold, 'status');
}

/**
 * Returns the active hold on the unit after a change of its status. A unit that is off the market has no active hold.
 */
export function keepHold({ hold }: Pick<Unit, 'hold'>, status: UnitStatus): Pick<Unit, 'hold'> {
  return hold ? { hold: status === 'off_market' ? null : hold } : {};
}

const reasons: Readonly<Record<Exclude<UnitStatus, 'available' | 'reserved'>, string>> = {
  sold: 'The unit is already sold.',
  rented: 'The unit is rented.',
  off_market: 'The unit is off the market.',
};

/** Throws CONFLICT unless a hold may be placed on a unit without holds. */
export function assertHoldable({ id, status }: Pick<Unit, 'id' | 'status'>): void {
  if (status === 'available' || status === 'reserved') return;
  throw conflict(`${reasons[status]} It can't be held.`, 'unit_not_available', { unit_id: id, status });
}
