import { addDecimals, computeShare, parseDecimal, roundDecimal } from '@plotline/pipeline/counters/model/money';
import { expect } from 'chai';

describe('computeShare', () => {
  for (const [amount, rate, currency, share] of [
    [450_000, 0.03, 'USD', 13_500],
    [100, 0.07, 'USD', 7],
    // In binary 1.005 × 100 is 100.49999999999999.
    [100.5, 0.01, 'USD', 1.01],
    [1.005, 1, 'USD', 1.01],
    [0.615, 1, 'USD', 0.62],
    [333_333.33, 0.025, 'EUR', 8_333.33],
    [999_999_999_999, 1, 'USD', 999_999_999_999],
    [12_345, 0.015, 'JPY', 185],
    [12_345.5, 0.0333, 'KWD', 411.105],
    [12_345.5, 0.0333, 'HUF', 411.11],
    [1_000_000, 1e-7, 'USD', 0.1],
    [0.01, 1e-7, 'USD', 0],
    [1e21, 0.5, 'USD', 5e20],
    [100, 0, 'USD', 0],
  ] as const) {
    it(`computes ${share} ${currency} as ${rate} of ${amount}`, () =>
      expect(computeShare(amount, rate, currency)).to.equal(share));
  }

  it('agrees with whole-number arithmetic for every cent and basis point', () => {
    for (let step = 0; step < 20_000; step += 1) {
      const cents = (step * 7_919) % 1_000_003;
      const points = (step * 104_729) % 10_001;
      const exact = (BigInt(cents) * BigInt(points) * 2n + 10_000n) / 20_000n;
      expect(computeShare(cents / 100, points / 10_000, 'USD')).to.equal(Number(exact) / 100);
    }
  });
});

describe('parseDecimal and roundDecimal', () => {
  for (const [value, digits, scale] of [
    [1.005, 1005n, 3],
    [-0.5, -5n, 1],
    [450_000, 450_000n, 0],
    [1e21, 1n, -21],
    [2.5e-7, 25n, 8],
  ] as const) {
    it(`read ${value} exactly`, () => expect(parseDecimal(value)).to.deep.equal({ digits, scale }));
  }

  for (const [value, places, rounded] of [
    [0.1 + 0.2, 2, 0.3],
    [1.005, 2, 1.01],
    [-1.005, 2, -1.01],
    [0.5, 0, 1],
    [0.4999, 0, 0],
    [1e21, 2, 1e21],
  ] as const) {
    it(`round ${value} to ${rounded} with ${places} places, half away from zero`, () =>
      expect(roundDecimal(parseDecimal(value), places)).to.equal(rounded));
  }
});

describe('addDecimals', () => {
  for (const [one, other, sum] of [
    ['0.1', '0.2', 0.3],
    ['1e21', '0.5', 1e21],
    ['-2.50', '2.5', 0],
    ['1E+3', '1', 1_001],
  ] as const) {
    it(`adds ${one} and ${other} exactly as written`, () =>
      expect(roundDecimal(addDecimals(parseDecimal(one), parseDecimal(other)), 2)).to.equal(sum));
  }
});
