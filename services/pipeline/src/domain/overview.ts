import { sources, stages } from './lead.js';
import type { Period } from './period.js';
import { revenueOf } from './revenue.js';
import { Figures, fraction, type Tally } from './tally.js';

function byName(figures: Figures, prefix: string, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, figures.of(`${prefix}:${name}`)]));
}

/**
 * What happened in a period. `total` is the workspace's tally of all time, `days` are those from the period's beginning to
 * the present.
 */
export function overviewOf(total: readonly Tally[], days: readonly Tally[], period: Period) {
  const { start_date, end_date } = period;
  const within = new Figures(days.filter(({ day }) => day >= start_date && day <= end_date));
  const atEnd = new Figures(total);
  for (const { day, counts } of days) if (day > end_date) atEnd.add(counts, -1);
  const by_stage = byName(atEnd, 'stage', stages);
  return {
    ...period,
    leads: {
      total: atEnd.of('leads'),
      new: within.of('leads'),
      by_stage,
      by_source: byName(atEnd, 'source', sources),
    },
    conversion_rate: fraction(by_stage['won'] ?? 0, atEnd.of('leads')),
    deals: { closed: within.of('deals'), pending: within.of('pending') },
    revenue: revenueOf(within),
  };
}
