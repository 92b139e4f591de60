import { toMinorUnits } from '@plotline/pipeline/counters/model/money';
import { sumToWhole } from '@plotline/pipeline/plans/model/percents';
import { splitAmount } from '@plotline/pipeline/sales/model/split-amount';
import { expect } from 'chai';

const currencies = [
  ['JPY', 0],
  ['USD', 2],
  ['KWD', 3],
  ['CLF', 4],
] as const;

function randomBelow(limit: number): number {
  return Math.floor(Math.random() * limit);
}

/** Returns 1 to 60 percentages with up to four decimal places that sum to 100. */
function randomPercents(): number[] {
  const count = 1 + randomBelow(60);
  const cuts = new Set<number>();
  while (cuts.size < count - 1) cuts.add(1 + randomBelow(999_999));
  const bounds = [0, ...[...cuts].sort((one, other) => one - other), 1_000_000];
  return bounds.slice(1).map((bound, place) => (bound - (bounds[place] ?? 0)) / 10_000);
}

/** Returns an amount up to the currency's maximum. */
function randomAmount(places: number): number {
  const units = 1 + randomBelow(10 ** (1 + randomBelow(15)));
  return Number(`${units}e-${places}`);
}

describe('splitAmount', () => {
  it('returns parts that add up to the amount and differ from their share by less than a unit, for random inputs', () => {
    for (let run = 0; run < 2_000; run += 1) {
      const [currency, places] = currencies[run % currencies.length] ?? ['USD', 2];
      const [amount, percents] = [randomAmount(places), randomPercents()];
      expect(sumToWhole(percents), percents.join()).to.equal(true);
      const parts = splitAmount(amount, percents, currency);
      const total = toMinorUnits(amount, currency);
      const units = parts.map((part) => toMinorUnits(part, currency));
      expect(
        units.reduce((sum, one) => sum + one, 0n),
        `${amount} ${currency}`,
      ).to.equal(total);
      for (const [place, own] of units.entries()) {
        const difference = own * 1_000_000n - total * BigInt(Math.round((percents[place] ?? 0) * 10_000));
        expect(difference > -1_000_000n && difference < 1_000_000n).to.equal(true);
      }
    }
  });

  for (const [amount, percents, currency, parts] of [
    [100, [33.3333, 33.3333, 33.3334], 'USD', [33.33, 33.33, 33.34]],
    [100, [50, 50], 'USD', [50, 50]],
    [0.05, [50, 50], 'USD', [0.03, 0.02]],
    [10, [33.3333, 33.3333, 33.3334], 'JPY', [3, 3, 4]],
    [100.01, [25, 25, 25, 25], 'USD', [25.01, 25, 25, 25]],
    [1, [12.5, 12.5, 75], 'KWD', [0.125, 0.125, 0.75]],
    [0.01, [50, 50], 'USD', [0.01, 0]],
    [70_368_744_177_663.99, [50, 50], 'USD', [35_184_372_088_832, 35_184_372_088_831.99]],
  ] as const) {
    it(`splits ${amount} ${currency} by ${percents.join(', ')} into ${parts.join(', ')}`, () => {
      expect(splitAmount(amount, percents, currency)).to.deep.equal(parts);
    });
  }
});
