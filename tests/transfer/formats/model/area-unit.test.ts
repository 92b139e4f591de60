import { findAreaUnit } from '@plotline/transfer/formats/model/area-unit';
import { expect } from 'chai';

const spellings: readonly (readonly [number, readonly string[]])[] = [
  [1, ['sqm', 'sq m', 'Sq. M.', 'sq.m', 'm2', 'm²', 'M^2', '㎡', 'square metres', 'square meter', 'Sq Mtrs', 'sqmt']],
  [1, ['metros cuadrados', 'm. cuadrados', 'mètres carrés', 'Quadratmeter', 'qm', 'mq', 'mts2']],
  [1, ['кв. м', 'м²', 'متر مربع', 'م²', '平方米', 'vierkante meter', 'metrekare', 'metre squared']],
  [
    0.09290304,
    ['sqft', 'sq ft', 'sq. ft.', 'SQ.FT', 'ft2', 'ft²', 'SF', 'sft', 'square feet', 'Square Foot', 'sq feet'],
  ],
  [0.09290304, ['pies cuadrados', 'pieds carrés', 'قدم مربع', 'кв. фут', 'feet²', 'sq-ft']],
  [10_000, ['ha', 'hectare', 'Hectares', 'hectáreas', 'га']],
  [4046.8564224, ['acre', 'Acres', 'ac.']],
  [0.83612736, ['sq yd', 'square yards', 'yd²', 'gaj']],
  [1_000, ['dunam', 'dönüm', 'decare']],
];

describe('the unit of an area', () => {
  it('is recognized in each of its spellings', () => {
    for (const [factor, units] of spellings) {
      for (const unit of units) expect(findAreaUnit(unit)?.squareMeters, unit).to.equal(factor);
    }
  });

  it('is undefined for text that is not a unit of area', () => {
    for (const unit of ['', '-', 'rooms', 'm3', 'EUR', 'constructor', 'sqbananas']) {
      expect(findAreaUnit(unit), unit).to.equal(undefined);
    }
  });
});
