import type { Unit, UnitHold } from '../../units/model/unit.js';
import { type EndReason, type Hold, type HoldStatus, isDue, reviseHold, toDefaultEnd } from './hold.js';

export type HoldEventName =
  | 'created'
  | 'activated'
  | 'extended'
  | 'transferred'
  | 'released'
  | 'expired'
  | 'converted'
  | 'deposit_paid'
  | 'updated';

/** Change of a hold that is published as an event. `before` is null for a new hold. */
export interface HoldEvent {
  readonly name: HoldEventName;
  readonly before: Hold | null;
  readonly after: Hold;
  /** Reason for a release, in the words of a person. */
  readonly remark?: string | null;
  /**
   * True if the hold moved because its lead was merged into another lead. The timeline already contains the entry of
   * the merge.
   */
  readonly isMerge?: true;
}

/** Unit with its open holds, and the changes that were made to them so far. */
export interface Holding {
  readonly unit: Unit;
  /** The active hold, followed by the queue in its order. */
  readonly open: readonly Hold[];
  /** Holds that the change has ended. */
  readonly ended: readonly Hold[];
  readonly events: readonly HoldEvent[];
}

const byPosition = (one: Hold, other: Hold) => (one.position ?? 0) - (other.position ?? 0);

/** Returns a unit with its open holds, unchanged. */
export function createHolding(unit: Unit, open: readonly Hold[]): Holding {
  return { unit, open: [...open].sort(byPosition), ended: [], events: [] };
}

export function getActive({ open }: Pick<Holding, 'open'>): Hold | null {
  return open.find(({ status }) => status === 'active') ?? null;
}

export function getQueue({ open }: Pick<Holding, 'open'>): readonly Hold[] {
  return open.filter(({ status }) => status === 'queued');
}

/** Returns the hold in its changed state, or null if the holding doesn't contain it. */
export function findHold({ open, ended }: Holding, id: string): Hold | null {
  return [...open, ...ended].find((hold) => hold.id === id) ?? null;
}

/** Adds a new hold. */
export function addHold(holding: Holding, hold: Hold): Holding {
  const events = [...holding.events, { name: 'created', before: null, after: hold } as const];
  return { ...holding, open: [...holding.open, hold].sort(byPosition), events };
}

type EventOptions = Pick<HoldEvent, 'remark' | 'isMerge'>;

/** Changes an open hold, and records the event. */
export function changeOpen(
  holding: Holding,
  before: Hold,
  name: HoldEventName,
  after: Hold,
  options: EventOptions = {},
): Holding {
  const open = holding.open.map((hold) => (hold.id === before.id ? after : hold));
  return { ...holding, open, events: [...holding.events, { name, before, after, ...options }] };
}

/** Removes a hold from the queue. The later holds move up without events. */
function closeGap(open: readonly Hold[], position: number | null, now: Date): readonly Hold[] {
  if (position === null) return open;
  return open.map((hold) =>
    hold.position !== null && hold.position > position ? reviseHold(hold, { position: hold.position - 1 }, now) : hold,
  );
}

/** Returns the holding without a hold that moves to another unit. */
export function takeOut(holding: Holding, hold: Hold, now: Date): Holding {
  const others = holding.open.filter(({ id }) => id !== hold.id);
  return { ...holding, open: closeGap(others, hold.position, now) };
}

/** Status and reason with which a hold ends. */
export interface HoldEnd extends EventOptions {
  readonly status: Exclude<HoldStatus, 'active' | 'queued'>;
  readonly reason: EndReason;
  /** Default: now. */
  readonly at?: Date;
  /** Further changes to the hold. */
  readonly fields?: Partial<Hold>;
}

/** Ends an open hold. Doesn't activate the next hold; `promote` does. */
export function endHold(holding: Holding, hold: Hold, end: HoldEnd, now: Date): Holding {
  const { status, reason, at = now, fields = {}, ...options } = end;
  const after = reviseHold(hold, { ...fields, status, position: null, ended_at: at, ended_reason: reason }, now);
  const without = takeOut(holding, hold, now);
  const events = [...holding.events, { name: status, before: hold, after, ...options }];
  return { ...without, ended: [...holding.ended, after], events };
}

/** Activates the first hold in the queue if no hold on the unit is active. */
export function promote(holding: Holding, now: Date): Holding {
  const [first] = getQueue(holding);
  if (!first || getActive(holding)) return holding;
  const expires_at = toDefaultEnd(first.default_hours, now);
  const after = reviseHold(first, { status: 'active', position: null, expires_at, activated_at: now }, now);
  const activated = changeOpen(holding, first, 'activated', after);
  return { ...activated, open: closeGap(activated.open, first.position, now) };
}

/** Ends an active hold whose time has passed, with that time as its end, and activates the first hold in the queue. */
export function expireDue(holding: Holding, now: Date): Holding {
  const active = getActive(holding);
  if (!active || !isDue(active, now)) return holding;
  const end = { status: 'expired', reason: 'expired', ...(active.expires_at && { at: active.expires_at }) } as const;
  return promote(endHold(holding, active, end, now), now);
}

/** Ends an open hold with the status `released`. If it was active, activates the first hold in the queue. */
export function release(
  holding: Holding,
  hold: Hold,
  end: Pick<HoldEnd, 'reason' | 'remark' | 'isMerge' | 'fields'>,
  now: Date,
): Holding {
  return promote(endHold(holding, hold, { ...end, status: 'released' }, now), now);
}

/** Ends all holds on a unit that was sold to the holder or taken off the market. */
export function endAll(holding: Holding, now: Date): Holding {
  const { status, deal_id } = holding.unit;
  const isSold = status === 'sold' && deal_id !== null;
  return holding.open.reduce<Holding>((left, { id }) => {
    const hold = left.open.find((one) => one.id === id);
    if (!hold) return left;
    if (isSold && hold.status === 'active') {
      return endHold(left, hold, { status: 'converted', reason: 'sold', fields: { deal_id } }, now);
    }
    return endHold(left, hold, { status: 'released', reason: isSold ? 'unit_sold' : 'unit_withdrawn' }, now);
  }, holding);
}

/** Returns the active hold in the form in which its unit stores it, or null if no hold is active. */
export function toUnitHold(holding: Holding): UnitHold | null {
  const active = getActive(holding);
  if (!active?.expires_at) return null;
  const { id, expires_at, lead_id, agent_id } = active;
  return { id, expires_at, lead_id, agent_id, queue_length: getQueue(holding).length };
}

/**
 * Returns the unit with the hold and the status that follow from its holds. An active hold reserves the unit. After the
 * last hold has ended, the unit is available again, unless somebody has set a different status in the meantime.
 */
export function toHeldUnit(holding: Holding, now: Date): Unit {
  const { unit } = holding;
  const hold = toUnitHold(holding);
  if (hold) return { ...unit, status: 'reserved', hold, updated_at: now };
  if (!unit.hold) return unit;
  return { ...unit, status: unit.status === 'reserved' ? 'available' : unit.status, hold: null, updated_at: now };
}
