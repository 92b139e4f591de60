import { type Unit, unitStatuses } from '@plotline/inventory/domain/unit';
import { addTallies, noUnits, tallyMoves, type UnitMove, type UnitTally } from '@plotline/inventory/domain/unit-tally';
import { expect } from 'chai';
import { sampleUnit } from './sample-unit.js';

const properties = ['prop_a', 'prop_b'];

function pick<T>(values: readonly T[]): T {
  const value = values[Math.floor(Math.random() * values.length)];
  if (value === undefined) throw new Error('nothing to pick from');
  return value;
}

/** Creates, changes or deletes one of 60 units. */
function randomMove(units: Map<string, Unit>): UnitMove {
  const id = `unit_${Math.floor(Math.random() * 60)}`;
  const before = units.get(id) ?? null;
  const property_id = before?.property_id ?? pick(properties);
  const after = before && Math.random() < 0.2 ? null : sampleUnit({ id, property_id, status: pick(unitStatuses) });
  if (after) units.set(id, after);
  else units.delete(id);
  return { before, after };
}

describe('the tally of a property', () => {
  it('equals a count of its units after any run of creations, changes and deletions', () => {
    const units = new Map<string, Unit>();
    const kept = new Map<string, UnitTally>();
    for (let step = 0; step < 500; step += 1) {
      const moves = Array.from({ length: 4 }, () => randomMove(units));
      for (const [property, difference] of tallyMoves(moves)) {
        kept.set(property, addTallies(kept.get(property) ?? noUnits, difference));
      }
    }
    for (const property of properties) {
      const own = [...units.values()].filter(({ property_id }) => property_id === property);
      expect(kept.get(property)).to.deep.equal({
        units_count: own.length,
        units_available: own.filter(({ status }) => status === 'available').length,
      });
    }
  });

  it('is left alone by a change that moves neither number', () => {
    const before = sampleUnit({ status: 'reserved' });
    expect(tallyMoves([{ before, after: { ...before, status: 'sold' } }]).size).to.equal(0);
  });
});
