import { parseMoney } from '@plotline/transfer/formats/model/parse-money';
import { expect } from 'chai';

const column = { minimum: 0, maximum: 1e15, format: null, isFixed: false } as const;

describe('an amount of money in a cell', () => {
  const amounts: readonly (readonly [string, number, string?])[] = [
    ['AED 1,250,000', 1_250_000, 'AED'],
    ['$450,000.00', 450_000, 'USD'],
    ['450.000,00 €', 450_000, 'EUR'],
    ['1,250,000 aed', 1_250_000, 'AED'],
    ['€450.000', 450_000, 'EUR'],
    ['Dhs. 1.2 million', 1_200_000, 'AED'],
    ['د.إ 500', 500, 'AED'],
    ['US$ 5', 5, 'USD'],
    ['USD $5', 5, 'USD'],
    ['450kAED', 450_000, 'AED'],
    ['450 (AED)', 450, 'AED'],
    ['450k', 450_000],
    ['1.2M', 1_200_000],
    ['4.35m', 4_350_000],
    ['1.250M', 1_250_000],
    ['1,250k', 1_250_000],
    ['2 crore', 20_000_000],
    ['50 lakh', 5_000_000],
    ['450,000', 450_000],
    ['1.250.000,-', 1_250_000],
    ['50,00,000/-', 5_000_000],
    ['-5', -5],
  ];
  for (const [text, value, code] of amounts) {
    it(`is read: ${text}`, () => {
      const parsed = parseMoney(text, column);
      expect([parsed.value, parsed.currency?.[0]]).to.deep.equal([value, code]);
    });
  }

  it('can have a sign that several currencies share', () => {
    const namesOf = (text: string) => parseMoney(text, column).currency;
    expect(namesOf('Rs 5')).to.include.members([null, 'INR', 'PKR']);
    expect(namesOf('$5')).to.include.members(['USD', 'CAD']);
    expect(namesOf('CAD $5')).to.deep.equal(['CAD']);
  });

  for (const text of ['450k?', 'much', '', '450 apples', 'AED', '450-600', 'EUR 5 USD', '5kk', '.', '(5)', '5 k m']) {
    it(`is not found in ${JSON.stringify(text)}`, () => {
      expect(parseMoney(text, column).fault).to.match(/^must be an amount such as/);
    });
  }

  it('has a thousands separator if one separator precedes three digits, unless the option says otherwise', () => {
    expect(parseMoney('450.000', { ...column, format: '1,234.56' }).value).to.equal(450_000);
    expect(parseMoney('450,000', { ...column, format: '1.234,56', isFixed: true }).value).to.equal(450);
  });
});
