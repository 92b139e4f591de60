/** How the prices of many units change. */
export interface PriceChange {
  /** Percent of the price, an amount more or less, or a new price for all. */
  readonly kind: 'percent' | 'amount' | 'fixed';
  readonly value: number;
  /** New prices are multiples of it. */
  readonly roundTo: number;
}

/** The price after a change, never below zero. An amount that is not to be rounded keeps its cents. */
export function changePrice(amount: number, { kind, value, roundTo }: PriceChange): number {
  const exact = kind === 'percent' ? amount * (1 + value / 100) : kind === 'amount' ? amount + value : value;
  return Math.max(Number((Math.round(exact / roundTo) * roundTo).toFixed(2)), 0);
}
