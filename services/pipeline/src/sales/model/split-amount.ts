import { fromMinorUnits, toMinorUnits } from '../../counters/model/money.js';
import { toPercentUnits, wholePercent } from '../../plans/model/percents.js';

/**
 * Splits an amount by percents that sum to 100. Each part is rounded down to the currency's smallest unit. The
 * remaining units go to the parts with the largest remainders, and to earlier parts first if remainders are equal. So
 * the parts sum to the amount.
 */
export function splitAmount(amount: number, percents: readonly number[], currency: string): number[] {
  const total = toMinorUnits(amount, currency);
  const shares = percents.map((percent, place) => {
    const product = total * toPercentUnits(percent);
    return { place, units: product / wholePercent, remainder: product % wholePercent };
  });
  const missing = total - shares.reduce((sum, { units }) => sum + units, 0n);
  const byRemainder = [...shares].sort((one, other) => {
    if (one.remainder === other.remainder) return one.place - other.place;
    return one.remainder > other.remainder ? -1 : 1;
  });
  const raised = new Set(byRemainder.slice(0, Number(missing)).map(({ place }) => place));
  return shares.map(({ place, units }) => fromMinorUnits(raised.has(place) ? units + 1n : units, currency));
}
