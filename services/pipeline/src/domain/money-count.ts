import { type Decimal, decimalOf } from './decimal.js';
import type { Figures } from './tally.js';

const places = 6;
const million = 10n ** 6n;

/**
 * An amount as counts under a name. Three whole numbers, so that sums of them are exact in any order and undone without a
 * trace: no deal is worth more than 10^9 millions, so each of them holds nine million of the largest deals.
 */
export function countMoney(name: string, amount: number): Record<string, number> {
  const { digits, scale } = decimalOf(amount);
  // What lies beyond is cut off, not rounded, so that the amount is rounded once only: when it is told.
  const millionths = scale > places ? digits / 10n ** BigInt(scale - places) : digits * 10n ** BigInt(places - scale);
  return {
    [`${name}:millions`]: Number(millionths / million ** 2n),
    [`${name}:units`]: Number((millionths / million) % million),
    [`${name}:millionths`]: Number(millionths % million),
  };
}

/** The sum of what was counted under a name. */
export function countedMoney(figures: Figures, name: string): Decimal {
  const [millions, units, millionths] = ['millions', 'units', 'millionths'].map((part) =>
    BigInt(figures.of(`${name}:${part}`)),
  );
  return { digits: ((millions ?? 0n) * million + (units ?? 0n)) * million + (millionths ?? 0n), scale: places };
}

/** What money is counted of by names that begin with the prefix, such as currencies, in order. */
export function countedUnder(figures: Figures, prefix: string): string[] {
  return [...new Set(figures.under(prefix).map((name) => name.replace(/:.*/, '')))];
}
