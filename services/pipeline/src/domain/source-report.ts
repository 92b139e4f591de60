import { sources } from './lead.js';
import { countedUnder } from './money-count.js';
import { moneyOf } from './revenue.js';
import { Figures, fraction, type Tally } from './tally.js';

/** What came of the leads of some days by source, and of the deals closed on them, from the tallies of those days. */
export function sourceReport(days: readonly Tally[]) {
  const figures = new Figures(days);
  return sources.map((source) => {
    const [leads, won] = [figures.of(`source:${source}`), figures.of(`won:${source}`)];
    const currencies = countedUnder(figures, `revenue:${source}:`);
    const revenue = currencies.map((currency) => ({
      currency,
      closed: moneyOf(figures, `revenue:${source}`, currency),
    }));
    return {
      source,
      leads,
      won,
      lost: figures.of(`lost:${source}`),
      conversion_rate: fraction(won, leads),
      revenue: revenue.filter(({ closed }) => closed !== 0),
    };
  });
}
