import type { Period } from '@plotline/kit/core/period';
import { CounterTotals, type Counts, toFraction } from '../../counters/model/counter.js';
import { readRevenue } from '../../counters/model/money.js';
import { sources, stages } from '../../leads/model/lead.js';

function getByName(totals: CounterTotals, prefix: string, names: readonly string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, totals.get(`${prefix}:${name}`)]));
}

/** Counters of a workspace for different spans of time. */
export interface OverviewCounters {
  /** Counters for all time. */
  readonly total: readonly Counts[];
  /** Counters for the period. */
  readonly within: readonly Counts[];
  /** Counters since the end of the period. */
  readonly after: readonly Counts[];
}

/** Creates the overview of a period. The state at the end of the period is the total minus all later changes. */
export function createOverview({ total, within: ofPeriod, after }: OverviewCounters, period: Period) {
  const within = new CounterTotals(ofPeriod);
  const atEnd = new CounterTotals(total);
  for (const { counts } of after) atEnd.subtract(counts);
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
