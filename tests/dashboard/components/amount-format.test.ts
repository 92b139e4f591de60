import { countDecimals, findSeparators } from '@plotline/dashboard/components/amount-format';
import { expect } from 'chai';

describe('the way amounts are typed', () => {
  it('takes the decimal separator of the locale alone, and never that of thousands', () => {
    for (const [locale, thousandSeparator, decimalSeparator] of [
      ['en-US', ',', '.'],
      ['de-DE', '.', ','],
    ] as const) {
      const allowedDecimalSeparators = [decimalSeparator];
      expect(findSeparators(locale)).to.deep.equal({ thousandSeparator, decimalSeparator, allowedDecimalSeparators });
    }
  });

  it('has the decimals of the currency, and never less than two', () => {
    for (const currency of ['EUR', 'JPY', 'usd', 'XXL', '', 'KW', 'dinar', undefined]) {
      expect(countDecimals(currency), currency).to.equal(2);
    }
    for (const currency of ['KWD', 'kwd ', 'BHD']) expect(countDecimals(currency), currency).to.equal(3);
  });
});
