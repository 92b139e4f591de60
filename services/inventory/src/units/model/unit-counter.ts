import { type Unit, type UnitStatus, unitStatuses } from './unit.js';

/** All statuses except `available`. */
type OtherStatus = Exclude<UnitStatus, 'available'>;

/** Number of units of a property, of available ones, and of those in each other status. */
export type UnitCounter = Readonly<Record<'units_count' | 'units_available' | OtherStatus, number>>;

/** Change of a counter; negative where units are removed. */
export type CounterChange = UnitCounter;

export const counterNames = ['units_count', 'units_available', 'reserved', 'sold', 'off_market', 'rented'] as const;

/** Builds a counter by computing each number from its name. */
function mapCounter(compute: (name: keyof UnitCounter) => number): UnitCounter {
  const [units_count = 0, units_available = 0, reserved = 0, sold = 0, off_market = 0, rented = 0] =
    counterNames.map(compute);
  return { units_count, units_available, reserved, sold, off_market, rented };
}

export const zeroCounter: UnitCounter = mapCounter(() => 0);

/** Adds two counters. */
export function addCounters(one: UnitCounter, other: UnitCounter): UnitCounter {
  return mapCounter((name) => one[name] + other[name]);
}

/** Returns `after` minus `before`. */
export function subtractCounters(after: UnitCounter, before: UnitCounter): CounterChange {
  return mapCounter((name) => after[name] - before[name]);
}

export function isZero(counter: UnitCounter): boolean {
  return counterNames.every((name) => counter[name] === 0);
}

/** Creates the counter of a property from its units in each status. */
export function toUnitCounter(counts: Partial<Readonly<Record<UnitStatus, number>>>): UnitCounter {
  const { available = 0, ...others } = counts;
  const units_count = unitStatuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0);
  return { ...zeroCounter, ...others, units_count, units_available: available };
}

/** Fields of a unit by which it is counted. */
type CountedUnit = Pick<Unit, 'property_id' | 'status'>;

/** Returns the counter of one unit. A null unit does not exist. */
function countUnit(unit: CountedUnit | null): UnitCounter {
  return unit ? toUnitCounter({ [unit.status]: 1 }) : zeroCounter;
}

/** Unit before and after a change: created when `before` is null, deleted when `after` is null. */
export interface UnitChange {
  readonly before: CountedUnit | null;
  readonly after: CountedUnit | null;
}

/** Sums the changes of units into changes of their properties' counters, by property id, without zeros. */
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

/** Number of units of a workspace, in total and in each status. */
export type WorkspaceUnits = Readonly<Record<'units_count' | UnitStatus, number>>;

/** Sums the changes of units into a change of their workspace's counts, without zeros. */
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
