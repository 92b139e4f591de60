import type { components } from '../../../gen/api.js';
import type { UnitStatus, UnitVisibility } from '../../api/enums.js';

type Schemas = components['schemas'];

/** Fields that the list of units reads. */
export const listedFields = [
  'name',
  'unit_number',
  'type',
  'status',
  'bedrooms',
  'size',
  'price',
  'visibility',
  'assigned_agent',
  'hold',
] as const;

/** A unit in the table and the stacking plan. */
export interface ListedUnit {
  readonly id: string;
  readonly name: string;
  readonly unit_number: string | null;
  readonly type: string | null;
  readonly status: UnitStatus;
  readonly bedrooms: number | null;
  readonly size: Schemas['Size'];
  readonly price: Schemas['Price'];
  readonly visibility: UnitVisibility;
  readonly assigned_agent: string | null;
  /** Active hold on the unit. */
  readonly hold: Schemas['UnitFields']['hold'] | null;
}

const noSize = { interior: null, land: null, unit: null };

export function toListedUnit(row: Schemas['UnitFields']): ListedUnit {
  const { id, name = id, unit_number = null, type = null, status = 'available', bedrooms = null } = row;
  const { size = noSize, price = { amount: 0, currency: 'USD' }, visibility = 'agents', assigned_agent = null } = row;
  const { hold = null } = row;
  return { id, name, unit_number, type, status, bedrooms, size, price, visibility, assigned_agent, hold };
}

/** Returns the unit's number, or else its name. */
export function getUnitLabel({ unit_number, name }: Pick<ListedUnit, 'unit_number' | 'name'>): string {
  return unit_number ?? name;
}
