import { conflict } from '@plotline/kit/errors';
import type { Unit, UnitStatus } from './unit.js';

const sellableStatuses: ReadonlySet<UnitStatus> = new Set<UnitStatus>(['available', 'reserved']);

/** A delayed SellUnit is refused as long as its deal is among the latest released deals of the unit. */
const maxReleasedDeals = 20;

/** The unit sold to a deal; the same unit when that deal has it already. Throws CONFLICT when the deal cannot buy it. */
export function sell(unit: Unit, dealId: string, now: Date): Unit {
  if (unit.deal_id === dealId) return unit;
  if (unit.released_deals.includes(dealId)) throw conflict('The deal was called off.');
  if (!sellableStatuses.has(unit.status)) throw conflict(`The unit is ${unit.status} and cannot be sold.`);
  return { ...unit, status: 'sold', deal_id: dealId, updated_at: now };
}

/** The unit released from a deal: available again if it was sold to it. Repeated, nothing changes. */
export function release(unit: Unit, dealId: string, now: Date): Unit {
  if (unit.released_deals.includes(dealId)) return unit;
  const released_deals = [dealId, ...unit.released_deals].slice(0, maxReleasedDeals);
  if (unit.deal_id !== dealId) return { ...unit, released_deals };
  return { ...unit, status: 'available', deal_id: null, released_deals, updated_at: now };
}

/** Throws CONFLICT when the unit is in a live deal and the status is another one. */
export function assertStatusAllowed(unit: Unit, status: UnitStatus): void {
  if (unit.deal_id !== null && status !== unit.status) {
    throw conflict('The unit is sold in a live deal; its status changes when that lead is reopened.');
  }
}

/** Throws CONFLICT when the unit is in a live deal: neither the unit nor its property can be deleted then. */
export function assertRemovable({ deal_id, name }: Pick<Unit, 'deal_id' | 'name'>): void {
  if (deal_id !== null) {
    throw conflict(`Unit ${name} is sold in a live deal and cannot be deleted; reopen that lead first.`);
  }
}
