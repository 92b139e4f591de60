import type { Unit } from './unit.js';

/** How many units a property has, and how many of them are available; or by how much these change. */
export interface UnitTally {
  readonly units_count: number;
  readonly units_available: number;
}

export const noUnits: UnitTally = { units_count: 0, units_available: 0 };

export function addTallies(one: UnitTally, other: UnitTally): UnitTally {
  return {
    units_count: one.units_count + other.units_count,
    units_available: one.units_available + other.units_available,
  };
}

/** What a unit contributes to its property's tally; null is a unit that is not there. */
function contribution(unit: Unit | null): UnitTally {
  if (!unit) return noUnits;
  return { units_count: 1, units_available: unit.status === 'available' ? 1 : 0 };
}

/** A unit before and after: created when there was none, deleted when there is none. */
export interface UnitMove {
  readonly before: Unit | null;
  readonly after: Unit | null;
}

/** What moves of units mean for the tallies of their properties; properties without a difference are left out. */
export function tallyMoves(moves: readonly UnitMove[]): Map<string, UnitTally> {
  const tallies = new Map<string, UnitTally>();
  for (const { before, after } of moves) {
    const propertyId = (after ?? before)?.property_id;
    if (propertyId === undefined) continue;
    const [lost, won] = [contribution(before), contribution(after)];
    const difference = {
      units_count: won.units_count - lost.units_count,
      units_available: won.units_available - lost.units_available,
    };
    tallies.set(propertyId, addTallies(tallies.get(propertyId) ?? noUnits, difference));
  }
  for (const [id, { units_count, units_available }] of tallies) {
    if (units_count === 0 && units_available === 0) tallies.delete(id);
  }
  return tallies;
}
