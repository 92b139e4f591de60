import type { CounterTotals } from './counter.js';
import { type Decimal, getMinorUnits, parseDecimal, roundDecimal } from './money.js';

const places = 6;
const million = 10n ** 6n;

/**
 * Splits an amount into three counts of whole numbers. Their sums are exact in any order, and subtracting an amount
 * restores the sum before it. A deal is worth at most 10^9 millions, so each count holds nine million of the largest deals.
 */
export function countMoney(name: string, amount: number): Record<string, number> {
  const { digits, scale } = parseDecimal(amount);
  // Further decimals are cut off and not rounded: a sum is rounded only once, when it is read.
  const millionths = scale > places ? digits / 10n ** BigInt(scale - places) : digits * 10n ** BigInt(places - scale);
  return {
    [`${name}:millions`]: Number(millionths / million ** 2n),
    [`${name}:units`]: Number((millionths / million) % million),
    [`${name}:millionths`]: Number(millionths % million),
  };
}

/** The exact sum of the amounts that were counted under a name. */
function readMoney(totals: CounterTotals, name: string): Decimal {
  const [millions, units, millionths] = ['millions', 'units', 'millionths'].map((part) =>
    BigInt(totals.get(`${name}:${part}`)),
  );
  return { digits: ((millions ?? 0n) * million + (units ?? 0n)) * million + (millionths ?? 0n), scale: places };
}

/** The currencies in which money was counted under names that begin with the prefix, in alphabetical order. */
export function getCurrencies(totals: CounterTotals, prefix: string): string[] {
  return [...new Set(totals.getSuffixes(prefix).map((name) => name.replace(/:.*/, '')))];
}

/** The value of deals in one currency. */
export interface Revenue {
  readonly currency: string;
  readonly closed: number;
  /** The part of it whose invoice is open. */
  readonly pending: number;
}

/** The sum of the amounts of a currency under a name, rounded to the currency's smallest unit. */
export function readAmount(totals: CounterTotals, name: string, currency: string): number {
  return roundDecimal(readMoney(totals, `${name}:${currency}`), getMinorUnits(currency));
}

/** The revenue in each currency whose revenue is not zero. */
export function readRevenue(totals: CounterTotals): Revenue[] {
  return getCurrencies(totals, 'closed:')
    .map((currency) => ({
      currency,
      closed: readAmount(totals, 'closed', currency),
      pending: readAmount(totals, 'pending', currency),
    }))
    .filter(({ closed }) => closed !== 0);
}
