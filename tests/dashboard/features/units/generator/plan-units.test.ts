import {
  createGeneratorValues,
  findGeneratorFaults,
  type GeneratorValues,
} from '@plotline/dashboard/features/units/generator/generator-values';
import { findPatternFault, writeNumber } from '@plotline/dashboard/features/units/generator/number-pattern';
import { findPlanFault, planUnits, toNewUnit } from '@plotline/dashboard/features/units/generator/plan-units';
import { expect } from 'chai';

const nothing: ReadonlySet<string> = new Set();

function plan(changes: Partial<GeneratorValues>, existing = nothing) {
  return planUnits({ ...createGeneratorValues('USD'), base_price: 100_000, ...changes }, existing);
}

function faultsOf(changes: Partial<GeneratorValues>) {
  return findGeneratorFaults({ ...createGeneratorValues('USD'), base_price: 100_000, ...changes });
}

describe('unit generator', () => {
  it('numbers units by floor and position, with leading zeros and letters', () => {
    const place = { floor: 3, position: 28 };
    const numbers = ['{floor}{unit:02}', 'A-{floor:02}-{unit:03}', '{floor}{letter}', ' T{unit} '].map((pattern) =>
      writeNumber(pattern, place),
    );
    expect(numbers).to.deep.equal(['328', 'A-03-028', '3AB', 'T28']);
    expect(writeNumber('{floor}{unit:02}', { floor: -1, position: 2 })).to.equal('-102');
  });

  it('explains why a pattern produces no numbers', () => {
    const faults = ['', '{floor}', '{storey}{unit}', '{unit', '{unit:12}', '{floor}{unit}'].map(findPatternFault);
    expect(faults).to.deep.equal([
      'Enter a pattern, such as {floor}{unit:02}.',
      'Add {unit} or {letter}.',
      '{storey} is unknown. Use {floor}, {unit} or {letter}.',
      'Close each { with a }.',
      '{unit:12} is unknown. Use {floor}, {unit} or {letter}.',
      null,
    ]);
  });

  it('raises the price with each floor that has units, and with each position', () => {
    const units = plan({
      first_floor: 12,
      last_floor: 14,
      per_floor: 2,
      skipped_floors: ['13'],
      floor_step: 5_000.1,
      position_step: -1_000.2,
    });
    expect(units.map(({ unit_number, price }) => [unit_number, price])).to.deep.equal([
      ['1201', 100_000],
      ['1202', 98_999.8],
      ['1401', 105_000.1],
      ['1402', 103_999.9],
    ]);
  });

  it('omits skipped numbers without changing the others, and marks existing numbers', () => {
    const units = plan(
      { last_floor: 1, per_floor: 5, skipped_numbers: [' 104 '], name_pattern: 'Flat {number} of {number}' },
      new Set(['102']),
    );
    expect(units.map(({ unit_number }) => unit_number)).to.deep.equal(['101', '102', '103', '105']);
    expect(units.filter(({ exists }) => exists).map(({ name }) => name)).to.deep.equal(['Flat 102 of 102']);
  });

  it('reports two units with the same number, and a price below zero', () => {
    expect(findPlanFault(plan({ last_floor: 2, number_pattern: '{unit}' }))).to.equal(
      'Two units would have the number 1. Change the pattern.',
    );
    expect(findPlanFault(plan({ floor_step: -60_000 }))).to.match(/^The price of unit 301 would be below 0/);
    expect(findPlanFault(plan({}))).to.equal(null);
  });

  it('reports errors, and generates no units until they are corrected', () => {
    expect(faultsOf({})).to.deep.equal({});
    expect(faultsOf({ first_floor: '' })).to.have.property('first_floor');
    expect(faultsOf({ first_floor: 3, last_floor: 2 })).to.have.property('last_floor');
    expect(faultsOf({ last_floor: 100, per_floor: 11 })).to.deep.equal({
      per_floor: '1100 units are too many. You can create up to 1000 at once.',
    });
    expect(faultsOf({ per_floor: 1.5 })).to.have.property('per_floor');
    expect(faultsOf({ skipped_floors: ['roof'] })).to.have.property('skipped_floors');
    expect(faultsOf({ base_price: '' })).to.deep.equal({ base_price: 'Enter a price.' });
    expect(plan({ first_floor: '' })).to.deep.equal([]);
  });

  it('sends only the fields that were filled in', () => {
    const [first] = plan({ last_floor: 1, per_floor: 1 });
    const values = createGeneratorValues('USD');
    expect(first && toNewUnit('prop_1', values, first)).to.deep.equal({
      property_id: 'prop_1',
      name: 'Unit 101',
      unit_number: '101',
      type: null,
      bedrooms: null,
      bathrooms: null,
      price: { amount: 100_000, currency: 'USD' },
      status: 'available',
      visibility: 'agents',
    });
  });
});
