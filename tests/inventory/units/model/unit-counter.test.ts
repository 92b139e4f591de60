import { type Unit, unitStatuses } from '@plotline/inventory/units/model/unit';
import { sumChanges, toUnitCounter, type UnitChange } from '@plotline/inventory/units/model/unit-counter';
import { addCounts } from '@plotline/kit/store/counter-values';
import { expect } from 'chai';
import { sampleUnit } from './sample-unit.js';

const properties = ['prop_a', 'prop_b'];

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Creates, changes or deletes one of 60 units. */
function randomChange(units: Map<string, Unit>): UnitChange {
  const id = `unit_${Math.floor(Math.random() * 60)}`;
  const before = units.get(id) ?? null;
  const property_id = before?.property_id ?? pick(properties);
  const after = before && Math.random() < 0.2 ? null : sampleUnit({ id, property_id, status: pick(unitStatuses) });
  if (after) units.set(id, after);
  else units.delete(id);
  return { before, after };
}

describe('sumChanges', () => {
  it('keeps counters equal to the number of units over any sequence of creations, changes and deletions', () => {
    const units = new Map<string, Unit>();
    const counters = new Map<string, Record<string, number>>(properties.map((id) => [id, {}]));
    for (let step = 0; step < 500; step += 1) {
      const changes = Array.from({ length: 4 }, () => randomChange(units));
      for (const [property, change] of sumChanges(changes, ({ property_id }) => property_id)) {
        addCounts(counters.get(property) ?? {}, change);
      }
    }
    for (const property of properties) {
      const own = [...units.values()].filter(({ property_id }) => property_id === property);
      const count = (status: string) => own.filter((unit) => unit.status === status).length;
      expect(toUnitCounter(counters.get(property) ?? {})).to.deep.equal({
        units_count: own.length,
        available: count('available'),
        reserved: count('reserved'),
        sold: count('sold'),
        off_market: count('off_market'),
        rented: count('rented'),
      });
    }
  });
});
