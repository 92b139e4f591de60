import { formatNumber } from '../../ui/format/format-number.js';
/** A change of many prices. */
export interface PriceChange {
  /** Whether to add a percentage, add an amount, or set one price for all units. */
  readonly kind: 'percent' | 'amount' | 'fixed';
  readonly value: number;
  /** Multiple to which new prices are rounded. */
  readonly roundTo: number;
}

/** Returns the price after a change. */
export function changePrice(amount: number, { kind, value, roundTo }: PriceChange): number {
  const exact = kind === 'percent' ? amount * (1 + value / 100) : kind === 'amount' ? amount + value : value;
  return Number((Math.round(exact / roundTo) * roundTo).toFixed(2));
}

const countUnits = (count: number) => (count === 1 ? '1 unit' : `${count} units`);

/** Returns the reason why a change is invalid, or null. Keeps a typo from making units far too cheap. */
export function findPriceFault(prices: readonly number[], change: PriceChange): string | null {
  const { kind, value, roundTo } = change;
  if (kind === 'fixed') return value < 0 ? "A price can't be below 0." : null;
  if (kind === 'percent' && value <= -100) return "Enter a percentage above −100. A price can't fall to 0 or below.";
  const lost = prices.filter((price) => price > 0 && changePrice(price, change) <= 0);
  if (lost.length === 0) return null;
  const isRounding = lost.every((price) => changePrice(price, { ...change, roundTo: 0.01 }) > 0);
  const units = countUnits(lost.length);
  if (isRounding)
    return `Rounded to ${formatNumber(roundTo)}, the price of ${units} would be 0. Choose a smaller step.`;
  return `The price of ${units} would fall to 0 or below. Enter a smaller amount.`;
}
