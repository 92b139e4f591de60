import { getMinorUnits } from '@plotline/kit/core/currencies';
import type { CounterTotals } from './counter.js';

/** Decimal number: `digits` × 10^-`scale`. */
export interface Decimal {
  readonly digits: bigint;
  /** Number of digits after the decimal point. Negative if `digits` omits zeros before the point. */
  readonly scale: number;
}

/**
 * Parses a text, or converts a number to the shortest decimal that identifies it. The result is the value that the
 * client wrote, without binary rounding errors.
 */
export function parseDecimal(value: number | string): Decimal {
  const [mantissa = '0', exponent = '0'] = String(value).toLowerCase().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}

/** Rounds to a number of decimal places, half away from zero. */
export function roundDecimal({ digits, scale }: Decimal, places: number): number {
  if (scale <= places) return Number(`${digits}e${-scale}`);
  const divisor = 10n ** BigInt(scale - places);
  const half = digits < 0n ? -divisor : divisor;
  return Number(`${(2n * digits + half) / (2n * divisor)}e-${places}`);
}

export function addDecimals(one: Decimal, other: Decimal): Decimal {
  const scale = Math.max(one.scale, other.scale);
  const [left, right] = [one, other].map((each) => each.digits * 10n ** BigInt(scale - each.scale));
  return { digits: (left ?? 0n) + (right ?? 0n), scale };
}

/** Returns an amount in the currency's smallest unit. Rounds an amount that has more decimal places. */
export function toMinorUnits(amount: number, currency: string): bigint {
  const { digits, scale } = parseDecimal(amount);
  const places = getMinorUnits(currency);
  if (scale <= places) return digits * 10n ** BigInt(places - scale);
  return toMinorUnits(roundDecimal({ digits, scale }, places), currency);
}

/** Converts a number of the currency's smallest units to an amount. */
export function fromMinorUnits(units: bigint, currency: string): number {
  return Number(`${units}e-${getMinorUnits(currency)}`);
}

/** Sums amounts of one currency, exactly. */
export function sumMoney(amounts: readonly number[]): number {
  const { digits, scale } = amounts.map(parseDecimal).reduce(addDecimals, { digits: 0n, scale: 0 });
  return Number(`${digits}e${-scale}`);
}

/** Adds two amounts of one currency, exactly. */
export function addMoney(one: number, other: number): number {
  return sumMoney([one, other]);
}

/** Subtracts an amount from another of the same currency, exactly. */
export function subtractMoney(one: number, other: number): number {
  return sumMoney([one, -other]);
}

/**
 * Multiplies an amount by the fraction `rate`. Computes in decimals, and rounds once to the currency's smallest unit.
 */
export function computeShare(amount: number, rate: number, currency: string): number {
  const [value, fraction] = [parseDecimal(amount), parseDecimal(rate)];
  const product = { digits: value.digits * fraction.digits, scale: value.scale + fraction.scale };
  return roundDecimal(product, getMinorUnits(currency));
}

const places = 6;
const million = 10n ** 6n;

/**
 * Splits an amount into three integer counts. Their sums are exact in any order, so subtracting an amount restores the
 * previous sum. A deal is worth at most 10^9 millions, so each count can hold nine million of the largest deals.
 */
export function countMoney(name: string, amount: number): Record<string, number> {
  const { digits, scale } = parseDecimal(amount);
  // Further decimals are truncated. A sum is rounded only once, when it is read.
  const millionths = scale > places ? digits / 10n ** BigInt(scale - places) : digits * 10n ** BigInt(places - scale);
  return {
    [`${name}:millions`]: Number(millionths / million ** 2n),
    [`${name}:units`]: Number((millionths / million) % million),
    [`${name}:millionths`]: Number(millionths % million),
  };
}

/** Returns the exact sum of the amounts counted under a name. */
function readMoney(totals: CounterTotals, name: string): Decimal {
  const [millions, units, millionths] = ['millions', 'units', 'millionths'].map((part) =>
    BigInt(totals.get(`${name}:${part}`)),
  );
  return { digits: ((millions ?? 0n) * million + (units ?? 0n)) * million + (millionths ?? 0n), scale: places };
}

/** Returns the currencies of money counted under names that begin with the prefix, in alphabetical order. */
export function getCurrencies(totals: CounterTotals, prefix: string): string[] {
  return [...new Set(totals.getSuffixes(prefix).map((name) => name.replace(/:.*/, '')))];
}

/** Value of deals in one currency. */
export interface Revenue {
  readonly currency: string;
  readonly closed: number;
  /** Part of the value whose invoice is open. */
  readonly pending: number;
}

/** Returns the sum of the amounts counted under a name in a currency, rounded to the currency's smallest unit. */
export function readAmount(totals: CounterTotals, name: string, currency: string): number {
  return roundDecimal(readMoney(totals, `${name}:${currency}`), getMinorUnits(currency));
}

/** Returns the revenue in each currency, without zeros. */
export function readRevenue(totals: CounterTotals): Revenue[] {
  return getCurrencies(totals, 'closed:')
    .map((currency) => ({
      currency,
      closed: readAmount(totals, 'closed', currency),
      pending: readAmount(totals, 'pending', currency),
    }))
    .filter(({ closed }) => closed !== 0);
}
