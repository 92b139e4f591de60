import { parseArea } from '@plotline/transfer/formats/model/parse-area';
import { parseDegrees } from '@plotline/transfer/formats/model/parse-degrees';
import { parseRooms } from '@plotline/transfer/formats/model/parse-rooms';
import { expect } from 'chai';

const column = { minimum: 0, maximum: 1e9, format: null, isFixed: false } as const;

describe('an area in a cell', () => {
  const land = { ...column, isHome: false };

  const areas: readonly (readonly [string, number, string?])[] = [
    ['1250', 1250],
    ['1,250 sq ft', 1250, 'sqft'],
    ['1250 sq. ft.', 1250, 'sqft'],
    ['1250SF', 1250, 'sqft'],
    ['1250 ft2', 1250, 'sqft'],
    ['1250 square feet', 1250, 'sqft'],
    ['116.13 m2', 116.13, 'sqm'],
    ['116,13 sqm', 116.13, 'sqm'],
    ['116 sq. metres', 116, 'sqm'],
    ['0.5 acres', 0.5, 'acre'],
    ['2 ha', 2, 'ha'],
  ];
  for (const [text, value, unit] of areas) {
    it(`is read: ${text}`, () => {
      const parsed = parseArea(text, land);
      expect([parsed.value, parsed.unit]).to.deep.equal([value, unit]);
    });
  }

  it('is rejected if it can be read in two ways, or if it contains other words', () => {
    expect(parseArea('116.130 sqm', land).fault).to.match(/number_format/);
    expect(parseArea('1.250 acres', land).fault).to.match(/number_format/);
    expect(parseArea('1.250', land).fault).to.match(/number_format/);
    for (const text of ['large', '5 rooms', 'about 5 sqm']) {
      expect(parseArea(text, land).fault).to.match(/^must be an area/);
    }
  });

  it('is read in the notation that makes it large enough for a home or for its unit', () => {
    expect(parseArea('1,250', { ...land, isHome: true }).value).to.equal(1250);
    expect(parseArea('1,250', { ...land, unit: 'sqft' }).value).to.equal(1250);
    expect(parseArea('1,250', { ...land, isHome: true, format: '1.234,56' }).value).to.equal(1.25);
  });
});

describe('a number of rooms in a cell', () => {
  const rooms: readonly (readonly [string, number])[] = [
    ['2', 2],
    ['Studio', 0],
    ['2 BR', 2],
    ['1 Bed', 1],
    ['3BHK', 3],
    ['2.5 baths', 2.5],
    ['4 Bedroom(s)', 4],
  ];
  for (const [text, value] of rooms) {
    it(`is read: ${text}`, () => expect(parseRooms(text, column)).to.deep.equal({ value }));
  }

  it('is rejected if it contains other words', () => {
    for (const text of ['many', '2 cars', 'two', '2+1'])
      expect(parseRooms(text, column).fault).to.match(/^must be a number/);
  });
});

describe('degrees in a cell', () => {
  const context = { ...column, minimum: -180, maximum: 180 };
  const degrees: readonly (readonly [string, number])[] = [
    ['25.0805', 25.0805],
    ['-25,0805', -25.0805],
    ['25.0805° N', 25.0805],
    ['33.8688 S', -33.8688],
    ['W 70.5', -70.5],
    [`25°04'50"N`, 25.0805555556],
    ['33°52′08″ S', -33.8688888889],
    ["-0° 7.5'", -0.125],
  ];
  for (const [text, value] of degrees) {
    it(`are read: ${text}`, () => expect(parseDegrees(text, context)).to.deep.equal({ value }));
  }

  it('are rejected if they contain other words, or minutes or seconds that do not exist', () => {
    for (const text of ['north', '25 X', `25°61'`, '-25 S', 'N 25 S', '1° 2 3 4']) {
      expect(parseDegrees(text, context).fault, text).to.match(/^must be degrees/);
    }
  });
});
