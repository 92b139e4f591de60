import { findColumn, formatSerial, formatSheetNumber, isDateFormat } from '@plotline/transfer/formats/model/sheet-cell';
import { expect } from 'chai';

describe('a cell of a sheet', () => {
  const dates: readonly (readonly [number, 1900 | 1904, string | undefined])[] = [
    [1, 1900, '1900-01-01'],
    [59, 1900, '1900-02-28'],
    [61, 1900, '1900-03-01'],
    [46568, 1900, '2027-06-30'],
    [45106, 1904, '2027-06-30'],
    [46568.5, 1900, '2027-06-30T12:00:00'],
    [46568.999_999_9, 1900, '2027-07-01'],
    [0.25, 1900, '06:00:00'],
    [2_958_465, 1900, '9999-12-31'],
    [2_958_466, 1900, undefined],
    [-1, 1900, undefined],
    [Number.NaN, 1900, undefined],
  ];
  for (const [serial, calendar, text] of dates) {
    it(`shows ${serial} in the calendar from ${calendar} as ${text ?? 'no date'}`, () => {
      expect(formatSerial(serial, calendar)).to.equal(text);
    });
  }

  const formats: readonly (readonly [number, string | undefined, boolean])[] = [
    [0, undefined, false],
    [14, undefined, true],
    [22, undefined, true],
    [44, undefined, false],
    [164, 'General', false],
    [164, 'dd/mm/yyyy', true],
    [164, '[$-409]d\\-mmm\\-yy;@', true],
    [164, 'hh:mm:ss.000', true],
    [164, '[h]:mm', true],
    [164, '#,##0.00 "AED"', false],
    [164, '#,##0\\ [$AED]', false],
    [164, '_-* #,##0.00_-;[Red]-* #,##0.00', false],
    [164, '0.00E+00', false],
    [164, '@', false],
    [14, '0.00', false],
  ];
  for (const [id, code, isDate] of formats) {
    it(`shows ${isDate ? 'dates' : 'numbers'} in the format ${code ?? id}`, () => {
      expect(isDateFormat(id, code)).to.equal(isDate);
    });
  }

  const numbers: readonly (readonly [string, string])[] = [
    ['971501110001', '971501110001'],
    ['9.71501110001E+11', '971501110001'],
    ['12345678901234567890', '12345678901234567890'],
    ['0.30000000000000004', '0.3'],
    ['1E-7', '0.0000001'],
    ['1e21', '1000000000000000000000'],
    ['-0.17', '-0.17'],
    // Adds a digit, so that the text can't be read as a number with a thousands separator.
    ['123.456', '123.4560'],
    ['1e999', '1e999'],
    ['abc', 'abc'],
  ];
  for (const [stored, shown] of numbers) {
    it(`shows the number ${stored} as ${shown}`, () => {
      expect(formatSheetNumber(stored)).to.equal(shown);
    });
  }

  it('has a reference that contains its column', () => {
    expect(['A1', 'Z9', 'AA10', 'XFD1048576', 'a1', '1', ''].map(findColumn)).to.deep.equal([
      0,
      25,
      26,
      16_383,
      undefined,
      undefined,
      undefined,
    ]);
  });
});
