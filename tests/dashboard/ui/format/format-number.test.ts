import { formatBytes, formatMoney, formatNumber, formatPercent } from '@plotline/dashboard/ui/format/format-number';
import { expect } from 'chai';

describe('numbers in the dashboard', () => {
  it('have the separators of the locale', () => {
    expect([formatNumber(1_234_567.8, 'en'), formatNumber(1_234_567.8, 'de')]).to.deep.equal([
      '1,234,567.8',
      '1.234.567,8',
    ]);
  });

  it('are rounded to one decimal as a percentage, or to a given number of decimals', () => {
    expect([formatPercent(0.0714, 1, 'en'), formatPercent(0.0714, 2, 'en')]).to.deep.equal(['7.1%', '7.14%']);
  });

  it('show decimals in an amount of money only if it is not a whole number', () => {
    expect([420_000, 1.5].map((amount) => formatMoney(amount, 'EUR', 'en'))).to.deep.equal(['€420,000', '€1.50']);
  });
});

describe('a file size', () => {
  it("is shown in the locale's format", () => {
    expect([12, 1000, 134_512, 20_000_000].map((bytes) => formatBytes(bytes, 'en'))).to.deep.equal([
      '12 byte',
      '1 kB',
      '134.5 kB',
      '20 MB',
    ]);
  });
});
