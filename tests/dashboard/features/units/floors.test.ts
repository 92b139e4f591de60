import { readPlace, stackUnits, toRows } from '@plotline/dashboard/features/units/floors';
import { expect } from 'chai';

describe('the floor of a unit', () => {
  const places: readonly (readonly [number: string | null, building: string, floor: number | null])[] = [
    ['304', '', 3],
    ['1204', '', 12],
    ['0304B', '', 3],
    ['A-1204', 'A', 12],
    ['Tower A, 1204', 'Tower A', 12],
    ['12-04', '', 12],
    ['3-125', '', 3],
    ['A-12-04', 'A', 12],
    ['B/L7/2', 'B', 7],
    ['G-02', '', 0],
    ['4B', '', 4],
    ['12', '', null],
    ['Villa 7', 'Villa', null],
    ['PH', '', null],
    ['', '', null],
    [null, '', null],
  ];
  for (const [number, building, floor] of places) {
    it(`is read from ${JSON.stringify(number)}: ${floor === null ? 'no floor' : `floor ${floor}`} of ${JSON.stringify(building)}`, () => {
      expect(readPlace(number)).to.deep.equal({ building, floor });
    });
  }
});

describe('the stacking plan', () => {
  const toUnit = (unit_number: string | null, name = '') => ({ unit_number, name });
  const stack = (...numbers: (string | null)[]) =>
    stackUnits(numbers.map((number) => toUnit(number))).map(({ building, floor, units }) => [
      building,
      floor,
      units.map(({ unit_number }) => unit_number),
    ]);

  it('sorts floors from the top down, and their units by number', () => {
    expect(stack('1-9', '2-1', '1-10', '10-1')).to.deep.equal([
      ['', 10, ['10-1']],
      ['', 2, ['2-1']],
      ['', 1, ['1-9', '1-10']],
    ]);
  });

  it('shows a large floor in several rows', () => {
    const villas = Array.from({ length: 50 }, (_, index) => toUnit(`Villa ${index + 1}`));
    const rows = toRows(stackUnits([toUnit('101'), ...villas]));
    expect(rows.map(({ units, isContinued }) => [units.length, isContinued])).to.deep.equal([
      [1, false],
      [24, false],
      [24, true],
      [2, true],
    ]);
    expect(rows.at(-1)?.floor.units).to.have.length(50);
  });

  it('groups floors by building, with units without a floor last', () => {
    expect(stack('Villa 7', 'B-101', 'A-101', 'A-201', null)).to.deep.equal([
      ['A', 2, ['A-201']],
      ['A', 1, ['A-101']],
      ['B', 1, ['B-101']],
      ['', null, ['Villa 7', null]],
    ]);
  });
});
