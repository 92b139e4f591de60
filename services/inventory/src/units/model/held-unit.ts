import { conflict, Problem } from '@plotline/kit/core/errors';
import type { Unit, UnitHold, UnitStatus } from './unit.js';

/** Whether the time of the unit's active hold has passed. */
export function isHoldDue({ hold }: Pick<Unit, 'hold'>, now: Date): boolean {
  return Boolean(hold && hold.expires_at <= now);
}

/** 409: another lead holds the unit. */
export function refuseHeld({ name }: Pick<Unit, 'name'>, hold: UnitHold, field?: 'status'): Problem {
  const message = `Unit ${name} is held for a lead until ${hold.expires_at.toISOString()}.`;
  const data = { hold_id: hold.id, expires_at: hold.expires_at.toISOString(), queue_length: hold.queue_length };
  // An import shows this field as the refused field of the row.
  const details = field ? [{ field, message }] : [];
  return new Problem('CONFLICT', message, { reason: 'unit_held', data, details });
}

/** Statuses that can be set on a held unit: its own, and the one that ends its holds. */
const allowedStatuses: ReadonlySet<UnitStatus> = new Set<UnitStatus>(['reserved', 'off_market']);

/** Throws CONFLICT if the unit is held and the status isn't allowed for a held unit. */
export function assertHoldKept(unit: Pick<Unit, 'name' | 'hold'>, status: UnitStatus): void {
  if (unit.hold && !allowedStatuses.has(status)) throw refuseHeld(unit, unit.hold, 'status');
}

/** Returns the active hold of the unit after a change to a status. There is none if the unit is off the market. */
export function keepHold({ hold }: Pick<Unit, 'hold'>, status: UnitStatus): Pick<Unit, 'hold'> {
  return hold ? { hold: status === 'off_market' ? null : hold } : {};
}

const reasons: Readonly<Record<Exclude<UnitStatus, 'available' | 'reserved'>, string>> = {
  sold: 'The unit is already sold.',
  rented: 'The unit is rented.',
  off_market: 'The unit is off the market.',
};

/** Throws CONFLICT unless a unit without a hold may be held. */
export function assertHoldable({ id, status }: Pick<Unit, 'id' | 'status'>): void {
  if (status === 'available' || status === 'reserved') return;
  throw conflict(`${reasons[status]} It can't be held.`, 'unit_not_available', { unit_id: id, status });
}
