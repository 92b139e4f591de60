import {
  formatNumber,
  type NumberContext,
  parseNumber,
  readNumber,
} from '@plotline/transfer/formats/model/parse-number';
import { expect } from 'chai';

const amount: NumberContext = { minimum: 0, maximum: 1e15, format: null, isFixed: false, prefer: () => null };
const degrees = { ...amount, minimum: -90, maximum: 90 };

describe('a number in a cell', () => {
  const values: readonly (readonly [string, number])[] = [
    ['1234', 1234],
    ['1234.5', 1234.5],
    ['1234,5', 1234.5],
    ['.5', 0.5],
    ['1,234.56', 1234.56],
    ['1.234,56', 1234.56],
    ['1,234,567', 1_234_567],
    ['1.234.567', 1_234_567],
    ['12,50,000', 1_250_000],
    ['1,25,00,000.50', 12_500_000.5],
    ['1 234 567,89', 1_234_567.89],
    ['1 234.5', 1234.5],
    ["1'234.50", 1234.5],
    ['1٬234٫5', 1234.5],
    ['1234,567', 1234.567],
    ['0.500', 0.5],
    ['1.2340', 1.234],
    ['1e3', 1000],
    ['-5', -5],
    ['+5', 5],
  ];
  for (const [text, value] of values) {
    it(`is read: ${text}`, () => expect(parseNumber(text, amount)).to.deep.equal({ value }));
  }

  for (const text of ['', 'abc', '1.2.3', '1,234.5.6', '5 %', '0x10', 'Infinity', 'NaN', '1,,2', '--1', '1,2345,678']) {
    it(`is not found in ${JSON.stringify(text)}`, () => expect(parseNumber(text, amount)).to.equal(undefined));
  }

  it("with two possible readings is read in its column's notation, or as the only value within its field's limits", () => {
    const inColumn = (text: string, format: NumberContext['format']) => parseNumber(text, { ...amount, format })?.value;
    expect([inColumn('1,250', '1,234.56'), inColumn('1,250', '1.234,56')]).to.deep.equal([1250, 1.25]);
    expect([inColumn('1.250', '1,234.56'), inColumn('1.250', '1.234,56')]).to.deep.equal([1.25, 1250]);
    expect(parseNumber('25.081', degrees)).to.deep.equal({ value: 25.081 });
    expect(parseNumber('-25,081', degrees)).to.deep.equal({ value: -25.081 });
    expect(parseNumber('1.250', { ...amount, prefer: () => 'grouped' })).to.deep.equal({ value: 1250 });
  });

  it('with two possible readings is otherwise rejected; the error names the option to send', () => {
    const fault = 'may be 1234 or 1.234: send number_format=1,234.56 or number_format=1.234,56';
    expect(parseNumber('1.234', amount)).to.deep.equal({ fault });
  });

  it('is rejected if its notation differs from the option', () => {
    const fixed = { ...amount, format: '1.234,56', isFixed: true } as const;
    expect(parseNumber('450,000', fixed)).to.deep.equal({ value: 450 });
    expect(parseNumber('1,250,000', fixed)?.fault).to.match(/number_format/);
    expect(parseNumber('1250', fixed)).to.deep.equal({ value: 1250 });
  });

  it('determines the notation of its column', () => {
    const show = (text: string) => {
      const reading = readNumber(text);
      return reading && 'digits' in reading ? (reading.format ?? null) : 'open';
    };
    expect(['1,250,000', '12.5', '1,234.5', '12,50,000'].map(show)).to.deep.equal(Array(4).fill('1,234.56'));
    expect(['1.250.000', '12,5', '1.234,5', '1 234,5'].map(show)).to.deep.equal(Array(4).fill('1.234,56'));
    expect(['1250', '1 250', '1e3'].map(show)).to.deep.equal([null, null, null]);
    expect(['1,250', '999.000'].map(show)).to.deep.equal(['open', 'open']);
  });

  it('is rejected if it is larger than a number can be', () => {
    for (const text of ['1e999', '-1e999', '9'.repeat(400), `1${',000'.repeat(150)}`]) {
      expect(parseNumber(text, amount)).to.deep.equal({ fault: 'is too large a number' });
    }
  });

  it('is read back unchanged after it was written', () => {
    for (const value of [0, 1, -1, 1.5, 1.234, 12.345, 999.999, 1234.567, 0.125, 1e15, 1e21, 1e-7, 0.1 + 0.2]) {
      expect(parseNumber(formatNumber(value), amount)).to.deep.equal({ value });
    }
  });
});
