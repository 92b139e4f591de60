import { toListedUnit } from '@plotline/dashboard/features/units/listed-unit';
import { matchesUnit, sortUnits } from '@plotline/dashboard/features/units/unit-filter';
import { expect } from 'chai';

const unit = toListedUnit({
  id: 'unit_1',
  name: 'Corner flat',
  unit_number: 'A-304',
  type: '2BR',
  status: 'reserved',
  bedrooms: 2,
  price: { amount: 200_000, currency: 'USD' },
  visibility: 'team',
  assigned_agent: 'agent_1',
});

describe('the unit filter', () => {
  it('matches only units that match all its fields', () => {
    expect(matchesUnit(unit, {})).to.equal(true);
    expect(matchesUnit(unit, { find: 'a-30', status: 'sold,reserved', bedrooms: '2', visibility: 'team' })).to.equal(
      true,
    );
    expect(matchesUnit(unit, { find: 'corner', type: '3BR' })).to.equal(false);
    expect(matchesUnit(unit, { status: 'available' })).to.equal(false);
  });

  it("finds an agent's units, and unassigned units", () => {
    expect(matchesUnit(unit, { agent: 'agent_1' })).to.equal(true);
    expect(matchesUnit(unit, { agent: 'none' })).to.equal(false);
    expect(matchesUnit({ ...unit, assigned_agent: null }, { agent: 'none' })).to.equal(true);
  });
});

describe('the unit order', () => {
  const units = ['10', '9', '11'].map((unit_number, index) => ({
    ...unit,
    unit_number,
    price: { amount: index === 1 ? 1 : 5, currency: 'USD' },
  }));
  const numbers = (column: string, isDescending: boolean) =>
    sortUnits(units, column, isDescending).map(({ unit_number }) => unit_number);

  it('sorts numbers naturally, and falls back to the number for equal values', () => {
    expect(numbers('number', false)).to.deep.equal(['9', '10', '11']);
    expect(numbers('price', true)).to.deep.equal(['10', '11', '9']);
    expect(numbers('no_such_column', false)).to.deep.equal(['9', '10', '11']);
  });
});
