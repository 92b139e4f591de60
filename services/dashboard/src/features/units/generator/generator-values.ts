import type { UnitStatus, UnitVisibility } from '../../../api/enums.js';
import { type NumberField, toNumber } from '../../../ui/forms/form-values.js';
import { findPatternFault } from './number-pattern.js';

export type GeneratorValues = {
  first_floor: NumberField;
  last_floor: NumberField;
  per_floor: NumberField;
  number_pattern: string;
  name_pattern: string;
  skipped_floors: string[];
  skipped_numbers: string[];
  type: string;
  bedrooms: NumberField;
  bathrooms: NumberField;
  interior: NumberField;
  area_unit: string;
  base_price: NumberField;
  currency: string;
  floor_step: NumberField;
  position_step: NumberField;
  status: UnitStatus;
  visibility: UnitVisibility;
};

/** Creates the initial values, which describe a small building. */
export function createGeneratorValues(currency: string): GeneratorValues {
  return {
    first_floor: 1,
    last_floor: 5,
    per_floor: 4,
    number_pattern: '{floor}{unit:02}',
    name_pattern: 'Unit {number}',
    skipped_floors: [],
    skipped_numbers: [],
    type: '',
    bedrooms: '',
    bathrooms: '',
    interior: '',
    area_unit: 'sqm',
    base_price: '',
    currency,
    floor_step: 0,
    position_step: 0,
    status: 'available',
    visibility: 'agents',
  };
}

/** Maximum number of units that are created in one run. The API accepts 100 in a request, so these are ten requests. */
export const maxUnits = 1_000;
const maxFloors = 200;
const [lowestFloor, highestFloor] = [-20, 300];

function isWhole(value: NumberField, min: number, max: number): boolean {
  const amount = toNumber(value);
  return amount !== null && Number.isInteger(amount) && amount >= min && amount <= max;
}

function findFloorFaults({ first_floor, last_floor, per_floor }: GeneratorValues): Record<string, string> {
  const range = `Enter a whole number from ${lowestFloor} to ${highestFloor}.`;
  if (!isWhole(first_floor, lowestFloor, highestFloor)) return { first_floor: range };
  if (!isWhole(last_floor, lowestFloor, highestFloor)) return { last_floor: range };
  if (!isWhole(per_floor, 1, maxUnits)) return { per_floor: `Enter a whole number from 1 to ${maxUnits}.` };
  const floors = Number(last_floor) - Number(first_floor) + 1;
  if (floors < 1) return { last_floor: `"Last floor" can't be below "First floor".` };
  if (floors > maxFloors) return { last_floor: `A building can have up to ${maxFloors} floors here.` };
  if (floors * Number(per_floor) > maxUnits) {
    return { per_floor: `${floors * Number(per_floor)} units are too many. You can create up to ${maxUnits} at once.` };
  }
  return {};
}

function findTextFaults({ number_pattern, name_pattern, skipped_floors }: GeneratorValues): Record<string, string> {
  const fault = findPatternFault(number_pattern);
  const strange = skipped_floors.find((floor) => !/^\s*-?\d+\s*$/.test(floor));
  return {
    ...(fault === null ? {} : { number_pattern: fault }),
    ...(name_pattern.trim() === '' ? { name_pattern: 'Enter a name, such as Unit {number}.' } : {}),
    ...(strange === undefined ? {} : { skipped_floors: `"${strange}" isn't a floor. Enter numbers such as 13.` }),
  };
}

function findPriceFaults({ base_price, currency, floor_step, position_step }: GeneratorValues): Record<string, string> {
  return {
    ...(base_price === '' ? { base_price: 'Enter a price.' } : {}),
    ...(currency === '' ? { currency: 'Choose a currency.' } : {}),
    ...(Number.isFinite(Number(floor_step)) ? {} : { floor_step: 'Enter a number.' }),
    ...(Number.isFinite(Number(position_step)) ? {} : { position_step: 'Enter a number.' }),
  };
}

/** Returns the errors of the values, by field. */
export function findGeneratorFaults(values: GeneratorValues): Record<string, string> {
  return { ...findFloorFaults(values), ...findTextFaults(values), ...findPriceFaults(values) };
}
