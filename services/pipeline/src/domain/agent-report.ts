import { isoDuration } from './duration.js';
import { moneyOf, revenueOf } from './revenue.js';
import { Figures, fraction, type Tally } from './tally.js';

/** An agent's part in some days, from the agent's tallies of those days. */
export function agentReport(days: readonly Tally[]) {
  const figures = new Figures(days);
  const [assigned, closed] = [figures.of('assigned'), figures.of('won')];
  const responses = figures.of('responses');
  return {
    leads: { assigned, contacted: figures.of('contacted'), qualified: figures.of('qualified'), closed },
    conversion_rate: fraction(closed, assigned),
    average_response_time: isoDuration(responses === 0 ? 0 : figures.of('response_ms') / responses),
    deals_closed: figures.of('deals'),
    revenue: revenueOf(figures).map((revenue) => ({
      ...revenue,
      commission: moneyOf(figures, 'commission', revenue.currency),
    })),
  };
}

/** An agent's figures of all time, from the agent's tally of all time. */
export function agentTotals(allTime: readonly Tally[], currency: string) {
  const figures = new Figures(allTime);
  return {
    active_leads: figures.of('active'),
    deals_closed: figures.of('deals'),
    total_revenue: moneyOf(figures, 'closed', currency),
  };
}
