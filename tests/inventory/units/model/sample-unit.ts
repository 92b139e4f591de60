import { createUnit, type Unit } from '@plotline/inventory/units/model/unit';

/** Available unit with the given changes. */
export function sampleUnit(changes: Partial<Unit> = {}): Unit {
  const draft = {
    property_id: 'prop_one',
    name: 'A-101',
    price: { amount: 100, currency: 'USD' },
    status: 'available',
    visibility: 'agents',
  } as const;
  return { ...createUnit(draft, 'unit_one', new Date('2026-04-01T00:00:00Z')), ...changes };
}
