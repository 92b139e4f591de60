import { countDecimals, findSeparators } from '@plotline/dashboard/ui/forms/amount-format';
import { expect } from 'chai';

describe('the format of a typed amount', () => {
  it('accepts the decimal separator of the locale, and drops thousands separators', () => {
    for (const [locale, thousandSeparator, decimalSeparator] of [
      ['en-US', ',', '.'],
      ['de-DE', '.', ','],
    ] as const) {
      const allowedDecimalSeparators = [decimalSeparator];
      expect(findSeparators(locale)).to.deep.equal({ thousandSeparator, decimalSeparator, allowedDecimalSeparators });
    }
  });

  it('has as many decimals as the currency, and at least two', () => {
    for (const currency of ['EUR', 'JPY', 'usd', 'XXL', '', 'KW', 'dinar', undefined]) {
      expect(countDecimals(currency), currency).to.equal(2);
    }
    for (const currency of ['KWD', 'kwd ', 'BHD']) expect(countDecimals(currency), currency).to.equal(3);
  });
});
