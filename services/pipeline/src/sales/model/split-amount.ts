import { fromMinorUnits, parseDecimal, toMinorUnits } from '../../counters/model/money.js';

/** Decimal places that a percent may have. */
export const percentPlaces = 4;
const whole = 100n * 10n ** BigInt(percentPlaces);

/** Returns a percent in units of its last decimal place. It has no further places. */
export function toPercentUnits(percent: number): bigint {
  const { digits, scale } = parseDecimal(percent);
  return digits * 10n ** BigInt(percentPlaces - scale);
}

/** Returns whether the percents sum to exactly 100. */
export function sumToWhole(percents: readonly number[]): boolean {
  return percents.reduce((sum, percent) => sum + toPercentUnits(percent), 0n) === whole;
}

/**
 * Splits an amount by percents that sum to 100. Each part is rounded to the currency's smallest unit by the largest
 * remainder, of equal ones the earlier part first, so that the parts sum to the amount.
 */
export function splitAmount(amount: number, percents: readonly number[], currency: string): number[] {
  const total = toMinorUnits(amount, currency);
  const shares = percents.map((percent, place) => {
    const product = total * toPercentUnits(percent);
    return { place, units: product / whole, remainder: product % whole };
  });
  const missing = total - shares.reduce((sum, { units }) => sum + units, 0n);
  const byRemainder = [...shares].sort((one, other) => {
    if (one.remainder === other.remainder) return one.place - other.place;
    return one.remainder > other.remainder ? -1 : 1;
  });
  const raised = new Set(byRemainder.slice(0, Number(missing)).map(({ place }) => place));
  return shares.map(({ place, units }) => fromMinorUnits(raised.has(place) ? units + 1n : units, currency));
}
