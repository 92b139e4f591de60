import { parseDecimal } from '../../counters/model/money.js';

/** Decimal places that a percent may have. */
export const percentPlaces = 4;

/** 100 percent, in units of the last decimal place. */
export const wholePercent = 100n * 10n ** BigInt(percentPlaces);

/** Returns a percent in units of its last decimal place. Throws if it has more decimal places. */
export function toPercentUnits(percent: number): bigint {
  const { digits, scale } = parseDecimal(percent);
  return digits * 10n ** BigInt(percentPlaces - scale);
}

/** Returns whether the percents sum to exactly 100. */
export function sumToWhole(percents: readonly number[]): boolean {
  return percents.reduce((sum, percent) => sum + toPercentUnits(percent), 0n) === wholePercent;
}
