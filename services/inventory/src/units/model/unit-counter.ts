import { type Unit, type UnitStatus, unitStatuses } from './unit.js';

/** Number of units in a property or a workspace, in total and in each status. */
export type UnitCounter = Readonly<Record<'units_count' | UnitStatus, number>>;

/** Adds zeros for missing counts. */
export function toUnitCounter(counts: Partial<Readonly<Record<string, number>>>): UnitCounter {
  const [available = 0, reserved = 0, sold = 0, off_market = 0, rented = 0] = unitStatuses.map(
    (status) => counts[status],
  );
  return { units_count: counts['units_count'] ?? 0, available, reserved, sold, off_market, rented };
}

export const zeroCounter: UnitCounter = toUnitCounter({});

/** Fields of a unit that determine how it is counted. */
type CountedUnit = Pick<Unit, 'property_id' | 'status'>;

/** Unit before and after a change. `before` is null for a new unit, `after` for a deleted unit. */
export interface UnitChange {
  readonly before: CountedUnit | null;
  readonly after: CountedUnit | null;
}

/** Adds a number of units with the same property and status to the counts. Changes the counts in place. */
export function addUnits(
  sums: Map<string, Record<string, number>>,
  key: string,
  status: UnitStatus,
  count: number,
): void {
  const sum = sums.get(key) ?? {};
  for (const name of ['units_count', status]) sum[name] = (sum[name] ?? 0) + count;
  sums.set(key, sum);
}

/** Sums the changes of units by the key under which each unit is counted. */
export function sumChanges(
  changes: readonly UnitChange[],
  toKey: (unit: CountedUnit) => string,
): Map<string, Record<string, number>> {
  const sums = new Map<string, Record<string, number>>();
  for (const { before, after } of changes) {
    if (before) addUnits(sums, toKey(before), before.status, -1);
    if (after) addUnits(sums, toKey(after), after.status, 1);
  }
  return sums;
}
