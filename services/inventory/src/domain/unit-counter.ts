import type { Unit, UnitStatus } from './unit.js';

/** How many units a property has, and how many of them are available. */
export interface UnitCounter {
  readonly units_count: number;
  readonly units_available: number;
}

/** By how much a counter changes; negative where units leave. */
export type CounterChange = UnitCounter;

export const zeroCounter: UnitCounter = { units_count: 0, units_available: 0 };

export function addCounters(one: UnitCounter, other: UnitCounter): UnitCounter {
  return {
    units_count: one.units_count + other.units_count,
    units_available: one.units_available + other.units_available,
  };
}

/** The fields of a unit by which it is counted. */
type CountedUnit = Pick<Unit, 'property_id' | 'status'>;

/** What a unit adds to its property's counter; null is a unit that does not exist. */
function countUnit(unit: CountedUnit | null): UnitCounter {
  if (!unit) return zeroCounter;
  return { units_count: 1, units_available: unit.status === 'available' ? 1 : 0 };
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
    const [removed, added] = [countUnit(before), countUnit(after)];
    const change = {
      units_count: added.units_count - removed.units_count,
      units_available: added.units_available - removed.units_available,
    };
    sums.set(propertyId, addCounters(sums.get(propertyId) ?? zeroCounter, change));
  }
  for (const [id, { units_count, units_available }] of sums) {
    if (units_count === 0 && units_available === 0) sums.delete(id);
  }
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
