import { roundMoney } from './deal-money.js';
import type { Figures } from './tally.js';

/** Money of deals in one currency. */
export interface Revenue {
  readonly currency: string;
  readonly closed: number;
  /** The part of it whose invoice is not paid yet. */
  readonly pending: number;
}

/** An amount of a currency, without the noise of a sum of binary fractions. */
export function moneyOf(figures: Figures, name: string, currency: string): number {
  return roundMoney(figures.of(`${name}:${currency}`), currency);
}

/** The revenue in each currency in which there is any. */
export function revenueOf(figures: Figures): Revenue[] {
  return figures
    .under('closed:')
    .map((currency) => ({
      currency,
      closed: moneyOf(figures, 'closed', currency),
      pending: moneyOf(figures, 'pending', currency),
    }))
    .filter(({ closed }) => closed !== 0);
}
