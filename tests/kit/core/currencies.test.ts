import { currencies, findFineAmounts, getMinorUnits, isValidEverywhere } from '@plotline/kit/core/currencies';
import { expect } from 'chai';

describe('the list of currencies', () => {
  it('matches ISO 4217, and adds the units of account that prices use', () => {
    const units = ['BOV', 'CHE', 'CHW', 'CLF', 'COU', 'MXV', 'USN', 'UYI', 'UYW', 'VED', 'XDR'];
    expect([...currencies]).to.include.members(['CLP', 'EUR', 'JPY', 'USD', 'ZWG', ...units]);
  });

  it('contains each currency once, as three capital letters', () => {
    for (const code of currencies) expect(code).to.match(/^[A-Z]{3}$/);
    expect(currencies.size).to.equal(174);
  });

  it('excludes metals, test codes and the code for no currency', () => {
    for (const code of ['XAG', 'XAU', 'XPD', 'XPT', 'XBA', 'XTS', 'XXX'])
      expect(currencies.has(code), code).to.equal(false);
  });

  it('includes withdrawn currencies, because stored records use them', () => {
    for (const code of ['ANG', 'BGN', 'CUC', 'HRK', 'SLL', 'ZWL']) expect(currencies.has(code), code).to.equal(true);
  });
});

describe('the smallest unit of a currency', () => {
  for (const [currency, units] of [
    ['USD', 2],
    ['EUR', 2],
    ['JPY', 0],
    ['KWD', 3],
    ['AED', 2],
    // For these currencies, CLDR has the customary minor units instead of those in ISO 4217.
    ['HUF', 2],
    ['IDR', 2],
    ['RSD', 2],
    ['IQD', 3],
    ['CLF', 4],
    ['ZZZ', 2],
  ] as const) {
    it(`has ${units} decimal places in ${currency}`, () => expect(getMinorUnits(currency)).to.equal(units));
  }

  it('limits the decimal places of an amount', () => {
    const find = (amount: number, currency: string | null) => findFineAmounts({ currency, amounts: { price: amount } });
    for (const [amount, currency] of [
      [0, 'JPY'],
      [9_007_199_254_740_991, 'JPY'],
      [445_000.01, 'USD'],
      [0.1, 'EUR'],
      [1.125, 'KWD'],
      [90_071_992_547_409.9, 'USD'],
    ] as const) {
      expect(find(amount, currency), `${amount} ${currency}`).to.deep.equal([]);
    }
    const [usd, jpy] = [
      'must have at most 2 decimal places in USD',
      'must be a whole number because JPY has no smaller unit',
    ];
    expect(find(445_000.005, 'USD')).to.deep.equal([{ field: 'price', message: usd }]);
    expect(find(1e-7, 'USD')).to.deep.equal([{ field: 'price', message: usd }]);
    expect(find(0.5, 'JPY')).to.deep.equal([{ field: 'price', message: jpy }]);
    expect(find(0.005, null)).to.deep.equal([]);
  });

  for (const [amount, currency, limit] of [
    [9_007_199_254_740_992, 'JPY', '9007199254740991'],
    [1e21, 'JPY', '9007199254740991'],
    [90_071_992_547_409.94, 'USD', '90071992547409.91'],
    [1e15, 'USD', '90071992547409.91'],
    [9_007_199_254_741, 'KWD', '9007199254740.991'],
    [900_719_925_475, 'CLF', '900719925474.0991'],
  ] as const) {
    it(`limits an amount in ${currency} to ${limit}, so ${amount} is refused`, () => {
      const faults = findFineAmounts({ currency, amounts: { price: amount } });
      expect(faults).to.deep.equal([{ field: 'price', message: `must be at most ${limit}` }]);
      const known = { currency, amounts: { price: amount } };
      expect(findFineAmounts(known, known)).to.deep.equal([]);
    });
  }

  it('accepts small whole numbers without a currency', () => {
    expect([0, 900_719_925_474, null, undefined].map(isValidEverywhere)).to.deep.equal(Array(4).fill(true));
    expect([0.5, 900_719_925_475, 1e21].map(isValidEverywhere)).to.deep.equal(Array(3).fill(false));
  });

  it('does not limit an amount that is already stored in the same currency', () => {
    const known = { currency: 'USD', amounts: { min: 0.005, max: 1 } };
    expect(findFineAmounts({ currency: 'USD', amounts: { min: 0.005, max: null } }, known)).to.deep.equal([]);
    const fields = (money: Parameters<typeof findFineAmounts>[0]) =>
      findFineAmounts(money, known).map(({ field }) => field);
    expect(fields({ currency: 'USD', amounts: { min: 0.006, max: 1.001 } })).to.deep.equal(['min', 'max']);
    expect(fields({ currency: 'EUR', amounts: { min: 0.005 } })).to.deep.equal(['min']);
  });
});
