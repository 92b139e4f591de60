/** Where in a development a unit is, as far as its number tells. */
export interface Place {
  /** What stands before the floor, such as the tower; empty when nothing does. */
  readonly building: string;
  /** 0 is the ground floor; null when the number does not tell. */
  readonly floor: number | null;
}

/** A unit of a floor with three digits or more: `304`, `1204`, `0304B`. The last two digits count the units of the floor. */
const floorAndPlace = /^(\d{1,3})\d{2}[A-Z]?$/i;
/** `4B`: the second unit of the fourth floor. */
const floorAndLetter = /^(\d{1,2})[A-Z]$/i;
/** `12`, `L12`, `F12`. */
const floorAlone = /^[LF]?(\d{1,3})$/i;
const groundFloor = /^(G|GF)$/i;

function readFloor(part: string | undefined): number | null {
  if (part === undefined) return null;
  if (groundFloor.test(part)) return 0;
  const [, digits] = floorAlone.exec(part) ?? [];
  return digits === undefined ? null : Number(digits);
}

/**
 * Reads building and floor from the number of a unit, whose parts are separated by anything but letters and digits:
 *
 * - `12-04`, `A-12-04`, `A/L12/04`, `G-02`: a last part of one or two digits counts the units of the floor before it;
 * - `304`, `A-1204`, `1204B`: of three digits or more the last two count the units of the floor;
 * - `4B`: digits with a letter are the floor and the unit;
 * - `12`, `Villa 7`, `PH`: no floor.
 */
export function readPlace(unitNumber: string | null): Place {
  const parts = (unitNumber ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  const [, digits] = floorAndPlace.exec(last) ?? floorAndLetter.exec(last) ?? [];
  if (digits !== undefined) {
    // In `3-125` the first part is the floor already.
    const named = floorAlone.test(before.at(-1) ?? '') ? readFloor(before.at(-1)) : null;
    if (named === null) return { building: before.join(' '), floor: Number(digits) };
    return { building: before.slice(0, -1).join(' '), floor: named };
  }
  const floor = /^\d{1,2}$/.test(last) ? readFloor(before.at(-1)) : null;
  return floor === null ? { building: before.join(' '), floor } : { building: before.slice(0, -1).join(' '), floor };
}

interface Numbered {
  readonly name: string;
  readonly unit_number: string | null;
}

/** The units of one floor of a building, in the order of their numbers. */
export interface Floor<T> {
  readonly building: string;
  readonly floor: number | null;
  readonly units: readonly T[];
}

/** What is shown of a floor in one row of the plan. */
export interface FloorRow<T> {
  readonly of: Floor<T>;
  readonly units: readonly T[];
  /** Whether a row before it shows the beginning of the floor. */
  readonly isContinued: boolean;
}

const maxUnitsInRow = 24;

/** The rows of the plan: one a floor, more where it has many units, as where numbers tell no floor. */
export function toRows<T>(floors: readonly Floor<T>[]): readonly FloorRow<T>[] {
  return floors.flatMap((floor) =>
    Array.from({ length: Math.ceil(floor.units.length / maxUnitsInRow) }, (_, index) => ({
      of: floor,
      units: floor.units.slice(index * maxUnitsInRow, (index + 1) * maxUnitsInRow),
      isContinued: index > 0,
    })),
  );
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Orders units by their numbers, `9` before `10`; those without a number by their names, at the end. */
export function compareUnitNumbers(left: Numbered, right: Numbered): number {
  if ((left.unit_number === null) !== (right.unit_number === null)) return left.unit_number === null ? 1 : -1;
  return collator.compare(left.unit_number ?? left.name, right.unit_number ?? right.name);
}

/** The floors of a development, building by building, the highest first; what has no floor is the last row of its building. */
export function stackUnits<T extends Numbered>(units: readonly T[]): readonly Floor<T>[] {
  const floors = new Map<string, { building: string; floor: number | null; units: T[] }>();
  for (const unit of units) {
    const { floor, ...place } = readPlace(unit.unit_number);
    // Without a floor the part before the number is no building: `Villa 7`.
    const building = floor === null ? '' : place.building;
    const name = `${building} ${floor}`;
    const known = floors.get(name) ?? { building, floor, units: [] };
    known.units.push(unit);
    floors.set(name, known);
  }
  const all = [...floors.values()].map((one) => ({ ...one, units: one.units.toSorted(compareUnitNumbers) }));
  return all.toSorted(
    (left, right) =>
      Number(left.floor === null) - Number(right.floor === null) ||
      collator.compare(left.building, right.building) ||
      (right.floor ?? 0) - (left.floor ?? 0),
  );
}
