import { CounterTotals, type Counts, toFraction } from '../../counters/model/counter.js';
import { getCurrencies, readAmount } from '../../counters/model/money.js';
import { sources } from '../../leads/model/lead.js';

/** Counts leads by source with their outcomes and revenue, from the counters of a period. */
export function createSourceReport(counters: readonly Counts[]) {
  const totals = new CounterTotals(counters);
  return sources.map((source) => {
    const [leads, won] = [totals.get(`source:${source}`), totals.get(`won:${source}`)];
    const currencies = getCurrencies(totals, `revenue:${source}:`);
    const revenue = currencies.map((currency) => ({
      currency,
      closed: readAmount(totals, `revenue:${source}`, currency),
    }));
    return {
      source,
      leads,
      won,
      lost: totals.get(`lost:${source}`),
      conversion_rate: toFraction(won, leads),
      revenue: revenue.filter(({ closed }) => closed !== 0),
    };
  });
}
