/** Building and floor of a unit, derived from its number. */
export interface Place {
  /** The part before the floor, such as the tower. It can be empty. */
  readonly building: string;
  /** 0 for the ground floor. Null if the number contains no floor. */
  readonly floor: number | null;
}

/** In `304`, `1204` and `0304B`, the last two digits are the unit's position on the floor. */
const floorAndPlace = /^(\d{1,3})\d{2}[A-Z]?$/i;
/** `4B` is the second unit of the fourth floor. */
const floorAndLetter = /^(\d{1,2})[A-Z]$/i;
/** A floor, such as `12`, `L12` or `F12`. */
const floorAlone = /^[LF]?(\d{1,3})$/i;
const groundFloor = /^(G|GF)$/i;

function readFloor(part: string | undefined): number | null {
  if (part === undefined) return null;
  if (groundFloor.test(part)) return 0;
  const [, digits] = floorAlone.exec(part) ?? [];
  return digits === undefined ? null : Number(digits);
}

/**
 * Reads building and floor from a unit's number. Any character but letters and digits separates its parts:
 *
 * - `12-04`, `A-12-04`, `A/L12/04`, `G-02`: a last part of one or two digits is the unit, and the part before it the
 *   floor;
 * - `304`, `A-1204`, `1204B`: of three or more digits, the last two are the unit;
 * - `4B`: the digits are the floor, the letter is the unit;
 * - `12`, `Villa 7`, `PH`: no floor.
 */
export function readPlace(unitNumber: string | null): Place {
  const parts = (unitNumber ?? '').split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const last = parts.at(-1) ?? '';
  const before = parts.slice(0, -1);
  const [, digits] = floorAndPlace.exec(last) ?? floorAndLetter.exec(last) ?? [];
  if (digits !== undefined) {
    // In `3-125`, the floor is in the first part.
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

/** Units of one floor of a building, sorted by number. */
export interface Floor<T> {
  readonly building: string;
  readonly floor: number | null;
  readonly units: readonly T[];
}

/** A row of the plan. A large floor takes several rows. */
export interface FloorRow<T> {
  readonly floor: Floor<T>;
  readonly units: readonly T[];
  /** Whether an earlier row shows the start of the floor. */
  readonly isContinued: boolean;
}

const maxUnitsInRow = 24;

/** Splits floors into rows. Units without a floor share one floor, which can have hundreds of units. */
export function toRows<T>(floors: readonly Floor<T>[]): readonly FloorRow<T>[] {
  return floors.flatMap((floor) =>
    Array.from({ length: Math.ceil(floor.units.length / maxUnitsInRow) }, (_, index) => ({
      floor,
      units: floor.units.slice(index * maxUnitsInRow, (index + 1) * maxUnitsInRow),
      isContinued: index > 0,
    })),
  );
}

const collator = new Intl.Collator(undefined, { numeric: true });

/** Sorts units by number, with `9` before `10`. Units without a number come last, sorted by name. */
export function compareUnitNumbers(left: Numbered, right: Numbered): number {
  if ((left.unit_number === null) !== (right.unit_number === null)) return left.unit_number === null ? 1 : -1;
  return collator.compare(left.unit_number ?? left.name, right.unit_number ?? right.name);
}

/** Groups units by building and floor, highest floor first. Units without a floor come last. */
export function stackUnits<T extends Numbered>(units: readonly T[]): readonly Floor<T>[] {
  const floors = new Map<string, { building: string; floor: number | null; units: T[] }>();
  for (const unit of units) {
    const { floor, ...place } = readPlace(unit.unit_number);
    // In `Villa 7`, which has no floor, `Villa` isn't a building.
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
