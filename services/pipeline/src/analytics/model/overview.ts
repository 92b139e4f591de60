import { type Counter, CounterTotals, toFraction } from '../../counters/model/counter.js';
import { readRevenue } from '../../counters/model/money.js';
import { sources, stages } from '../../leads/model/lead.js';
import type { Period } from './period.js';

function getByName(totals: CounterTotals, prefix: string, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, totals.get(`${prefix}:${name}`)]));
}

/**
 * Creates the overview of a period. `total` is the workspace's counter of all time. `days` are its daily counters since
 * the start of the period. Days after the end of the period are subtracted from the total.
 */
export function createOverview(total: readonly Counter[], days: readonly Counter[], period: Period) {
  const { start_date, end_date } = period;
  const within = new CounterTotals(days.filter(({ day }) => day >= start_date && day <= end_date));
  const atEnd = new CounterTotals(total);
  for (const { day, counts } of days) if (day > end_date) atEnd.subtract(counts);
  const by_stage = getByName(atEnd, 'stage', stages);
  return {
    ...period,
    leads: {
      total: atEnd.get('leads'),
      new: within.get('leads'),
      by_stage,
      by_source: getByName(atEnd, 'source', sources),
    },
    conversion_rate: toFraction(by_stage['won'] ?? 0, atEnd.get('leads')),
    deals: { closed: within.get('deals'), pending: within.get('pending') },
    revenue: readRevenue(within),
  };
}
