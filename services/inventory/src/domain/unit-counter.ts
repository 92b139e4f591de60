import { type Unit, type UnitStatus, unitStatuses } from './unit.js';

/** The statuses beside `available`. */
type OtherStatus = Exclude<UnitStatus, 'available'>;

/** How many units a property has, how many of them are available, and how many are in each other status. */
export type UnitCounter = Readonly<Record<'units_count' | 'units_available' | OtherStatus, number>>;

/** By how much a counter changes; negative where units leave. */
export type CounterChange = UnitCounter;

export const counterNames = ['units_count', 'units_available', 'reserved', 'sold', 'off_market', 'rented'] as const;

/** A counter, each of whose numbers is computed by its name. */
function mapCounter(compute: (name: keyof UnitCounter) => number): UnitCounter {
  const [units_count = 0, units_available = 0, reserved = 0, sold = 0, off_market = 0, rented = 0] =
    counterNames.map(compute);
  return { units_count, units_available, reserved, sold, off_market, rented };
}

export const zeroCounter: UnitCounter = mapCounter(() => 0);

/** The sum of two counters. */
export function addCounters(one: UnitCounter, other: UnitCounter): UnitCounter {
  return mapCounter((name) => one[name] + other[name]);
}

/** By how much `after` exceeds `before`. */
export function subtractCounters(after: UnitCounter, before: UnitCounter): CounterChange {
  return mapCounter((name) => after[name] - before[name]);
}

export function isZero(counter: UnitCounter): boolean {
  return counterNames.every((name) => counter[name] === 0);
}

/** The counter of a property with so many units in each status. */
export function toUnitCounter(counts: Partial<Readonly<Record<UnitStatus, number>>>): UnitCounter {
  const { available = 0, ...others } = counts;
  const units_count = unitStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return { ...zeroCounter, ...others, units_count, units_available: available };
}

/** The fields of a unit by which it is counted. */
type CountedUnit = Pick<Unit, 'property_id' | 'status'>;

/** What a unit adds to its property's counter; null is a unit that does not exist. */
function countUnit(unit: CountedUnit | null): UnitCounter {
  return unit ? toUnitCounter({ [unit.status]: 1 }) : zeroCounter;
}

/** A unit before and after a change: created when `before` is null, deleted when `after` is null. */
export interface UnitChange {
  readonly before: CountedUnit | null;
  readonly after: CountedUnit | null;
}

/** By how much the changes of units change the counters of their properties, by property id, without changes of zero. */
export function toCounterChanges(changes: readonly UnitChange[]): Map<string, CounterChange> {
  const sums = new Map<string, CounterChange>();
  for (const { before, after } of changes) {
    const propertyId = (after ?? before)?.property_id;
    if (propertyId === undefined) continue;
    const change = subtractCounters(countUnit(after), countUnit(before));
    sums.set(propertyId, addCounters(sums.get(propertyId) ?? zeroCounter, change));
  }
  for (const [id, change] of sums) if (isZero(change)) sums.delete(id);
  return sums;
}

/** How many units a workspace has: all of them, and those in each status. */
export type WorkspaceUnits = Readonly<Record<'units_count' | UnitStatus, number>>;

/** By how much the changes of units change the counts of their workspace, without changes of zero. */
export function toWorkspaceChange(changes: readonly UnitChange[]): Partial<WorkspaceUnits> {
  const sums = new Map<keyof WorkspaceUnits, number>();
  const add = (name: keyof WorkspaceUnits, change: number) => sums.set(name, (sums.get(name) ?? 0) + change);
  for (const { before, after } of changes) {
    for (const [unit, change] of [
      [before, -1],
      [after, 1],
    ] as const) {
      if (!unit) continue;
      add('units_count', change);
      add(unit.status, change);
    }
  }
  return Object.fromEntries([...sums].filter(([, change]) => change !== 0));
}
