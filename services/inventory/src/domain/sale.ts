import { conflict } from '@plotline/kit/errors';
import type { Unit, UnitStatus } from './unit.js';

const sellable: ReadonlySet<UnitStatus> = new Set<UnitStatus>(['available', 'reserved']);

/** A sale may arrive late, after it was called off, but not later than this many other deals on the same unit. */
const rememberedReleases = 20;

/** The unit sold to a deal; the same unit when it is already. Throws CONFLICT when it cannot be sold to that deal. */
export function sell(unit: Unit, dealId: string, now: Date): Unit {
  if (unit.deal_id === dealId) return unit;
  if (unit.released_deals.includes(dealId)) throw conflict('The deal was called off.');
  if (!sellable.has(unit.status)) throw conflict(`The unit is ${unit.status} and cannot be sold.`);
  return { ...unit, status: 'sold', deal_id: dealId, updated_at: now };
}

/** The unit without that deal: available again if it was sold to it. Repeated, nothing changes. */
export function release(unit: Unit, dealId: string, now: Date): Unit {
  if (unit.released_deals.includes(dealId)) return unit;
  const released_deals = [dealId, ...unit.released_deals].slice(0, rememberedReleases);
  if (unit.deal_id !== dealId) return { ...unit, released_deals };
  return { ...unit, status: 'available', deal_id: null, released_deals, updated_at: now };
}
