import { minorUnits } from './deal-money.js';
import { roundTo } from './decimal.js';
import { countedMoney, countedUnder } from './money-count.js';
import type { Figures } from './tally.js';

/** Money of deals in one currency. */
export interface Revenue {
  readonly currency: string;
  readonly closed: number;
  /** The part of it whose invoice is not paid yet. */
  readonly pending: number;
}

/** The exact sum of a currency, rounded once, to its smallest unit. */
export function moneyOf(figures: Figures, name: string, currency: string): number {
  return roundTo(countedMoney(figures, `${name}:${currency}`), minorUnits(currency));
}

/** The revenue in each currency in which there is any. */
export function revenueOf(figures: Figures): Revenue[] {
  return countedUnder(figures, 'closed:')
    .map((currency) => ({
      currency,
      closed: moneyOf(figures, 'closed', currency),
      pending: moneyOf(figures, 'pending', currency),
    }))
    .filter(({ closed }) => closed !== 0);
}
