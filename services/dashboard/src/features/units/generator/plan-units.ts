import { toNumber, toText } from '../../../ui/forms/form-values.js';
import type { GeneratorValues } from './generator-values.js';
import { findGeneratorFaults } from './generator-values.js';
import { writeNumber } from './number-pattern.js';

/** A unit to create. */
export interface PlannedUnit {
  readonly floor: number;
  readonly position: number;
  readonly name: string;
  readonly unit_number: string;
  /** Price in the currency of the form's values. */
  readonly price: number;
  /** Whether the property already has a unit with this number. If so, the planned unit is not created. */
  readonly exists: boolean;
}

/** Floors of the building, lowest first. Skipped floors are missing. */
function listFloors({ first_floor, last_floor, skipped_floors }: GeneratorValues): readonly number[] {
  const skipped = new Set(skipped_floors.map(Number));
  const count = Number(last_floor) - Number(first_floor) + 1;
  return Array.from({ length: count }, (_, index) => Number(first_floor) + index).filter(
    (floor) => !skipped.has(floor),
  );
}

/** Removes the rounding errors of adding decimals, as in 0.30000000000000004. */
const roundAmount = (amount: number) => Number(amount.toFixed(3));

/**
 * Plans the units of a building, lowest floor first. The price rises with each floor that has units, and with each
 * position on the floor. Skipped floors don't raise the price. Returns no units while required values have errors.
 */
export function planUnits(values: GeneratorValues, existing: ReadonlySet<string>): readonly PlannedUnit[] {
  const { base_price: _price, currency: _currency, ...faults } = findGeneratorFaults(values);
  if (Object.keys(faults).length > 0) return [];
  const skipped = new Set(values.skipped_numbers.map((number) => number.trim()));
  return listFloors(values).flatMap((floor, level) =>
    Array.from({ length: Number(values.per_floor) }, (_, index) => {
      const place = { floor, position: index + 1 };
      const number = writeNumber(values.number_pattern, place);
      const rise = level * Number(values.floor_step) + index * Number(values.position_step);
      return {
        ...place,
        unit_number: number,
        name: values.name_pattern.trim().replaceAll('{number}', number),
        price: roundAmount(Number(values.base_price) + rise),
        exists: existing.has(number),
      };
    }).filter(({ unit_number }) => !skipped.has(unit_number)),
  );
}

/**
 * Returns an error of the whole plan, such as two units with the same number or a price below zero. Returns null if
 * there is none.
 */
export function findPlanFault(units: readonly PlannedUnit[]): string | null {
  const seen = new Set<string>();
  for (const { unit_number, price } of units) {
    if (seen.has(unit_number)) return `Two units would have the number ${unit_number}. Change the pattern.`;
    if (price < 0) return `The price of unit ${unit_number} would be below 0. Change the steps.`;
    seen.add(unit_number);
  }
  return null;
}

/** Converts a planned unit to the body of the request that creates it. */
export function toNewUnit(propertyId: string, values: GeneratorValues, { name, unit_number, price }: PlannedUnit) {
  const interior = toNumber(values.interior);
  return {
    property_id: propertyId,
    name,
    unit_number,
    type: toText(values.type),
    bedrooms: toNumber(values.bedrooms),
    bathrooms: toNumber(values.bathrooms),
    ...(interior === null ? {} : { size: { interior, unit: toText(values.area_unit) } }),
    price: { amount: price, currency: values.currency },
    status: values.status,
    visibility: values.visibility,
  };
}
