import { getMaxAmount, toMinor } from '@plotline/connect/providers/stripe/model/amounts';
import { expect } from 'chai';

describe('Stripe amounts', () => {
  for (const [amount, currency, minor] of [
    [1_200.5, 'USD', 120_050],
    [0.01, 'EUR', 1],
    [19.99, 'USD', 1_999],
    [1.1, 'AED', 110],
    [999_999.99, 'USD', 99_999_999],
    [1_000_000, 'USD', 100_000_000],
    [5_000, 'JPY', 5_000],
    [12.34, 'KWD', 12_340],
    [12.345, 'KWD', null],
    [100, 'ISK', 10_000],
    [100.5, 'ISK', null],
    [1.005, 'USD', null],
  ] as const) {
    it(`convert ${amount} ${currency} to ${minor ?? 'nothing, because it is not exact'}`, () => {
      expect(toMinor(amount, currency)).to.equal(minor);
    });
  }

  it('are limited to eight digits in each currency', () => {
    expect(getMaxAmount('USD')).to.equal(999_999.99);
    expect(getMaxAmount('JPY')).to.equal(99_999_999);
    expect(getMaxAmount('KWD')).to.equal(99_999.999);
  });
});
