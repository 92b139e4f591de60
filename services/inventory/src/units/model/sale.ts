import { conflict, Problem } from '@plotline/kit/core/errors';
import { assertHoldKept, refuseHeld } from './held-unit.js';
import type { Unit, UnitStatus } from './unit.js';

const sellableStatuses: ReadonlySet<UnitStatus> = new Set<UnitStatus>(['available', 'reserved']);

/** Reasons why a unit can't be sold, by status. */
const notForSale: Readonly<Record<UnitStatus, string>> = {
  available: 'The unit is available.',
  reserved: 'The unit is reserved.',
  sold: 'The unit is already sold.',
  rented: 'The unit is rented and cannot be sold.',
  off_market: 'The unit is off the market and cannot be sold.',
};

/** Maximum number of released deals that are stored with a unit. A delayed SellUnit for one of them is refused. */
const maxReleasedDeals = 20;

/** Deal that a unit is sold to, and the deal's lead. */
export interface SaleDeal {
  readonly dealId: string;
  readonly leadId: string;
}

/**
 * Sells the unit to a deal. Returns the same unit if that deal already has it. Throws CONFLICT if the deal can't buy
 * the unit, for example because another lead holds it.
 */
export function sell(unit: Unit, { dealId, leadId }: SaleDeal, now: Date): Unit {
  if (unit.deal_id === dealId) return unit;
  if (unit.released_deals.includes(dealId))
    throw conflict('The sale was cancelled while it was in progress. Try again.', 'sale_called_off');
  if (unit.hold && unit.hold.lead_id !== leadId) throw refuseHeld(unit, unit.hold);
  if (!sellableStatuses.has(unit.status)) {
    throw conflict(notForSale[unit.status], 'unit_not_available', { unit_id: unit.id, status: unit.status });
  }
  return { ...unit, status: 'sold', deal_id: dealId, ...(unit.hold && { hold: null }), updated_at: now };
}

/**
 * Releases the unit from a deal. The unit becomes available if it was sold to that deal. A repeated release changes
 * nothing.
 */
export function release(unit: Unit, dealId: string, now: Date): Unit {
  if (unit.released_deals.includes(dealId)) return unit;
  const released_deals = [dealId, ...unit.released_deals].slice(0, maxReleasedDeals);
  if (unit.deal_id !== dealId) return { ...unit, released_deals };
  return { ...unit, status: 'available', deal_id: null, released_deals, updated_at: now };
}

/** Throws CONFLICT when the unit is in an active deal or held, and the status would change. */
export function assertStatusAllowed(unit: Unit, status: UnitStatus): void {
  assertHoldKept(unit, status);
  if (unit.deal_id !== null && status !== unit.status) {
    const message = 'The unit is sold in an active deal. To change its status, reopen the lead.';
    throw new Problem('CONFLICT', message, {
      reason: 'unit_in_live_deal',
      data: { unit_id: unit.id, deal_id: unit.deal_id },
      // An import shows this as the rejected field of the row.
      details: [{ field: 'status', message }],
    });
  }
}

/**
 * Throws CONFLICT when the unit is in an active deal or held. Then neither the unit nor its property can be deleted.
 */
export function assertRemovable({ id, deal_id, name, hold }: Pick<Unit, 'id' | 'deal_id' | 'name' | 'hold'>): void {
  if (hold) throw refuseHeld({ name }, hold);
  if (deal_id !== null) {
    const message = `Unit ${name} is sold in an active deal and can't be deleted. Reopen that lead first.`;
    throw conflict(message, 'unit_in_live_deal', { unit_id: id, deal_id });
  }
}
