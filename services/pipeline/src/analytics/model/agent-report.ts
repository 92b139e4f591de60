import { type Counter, CounterTotals, toFraction } from '../../counters/model/counter.js';
import { readAmount, readRevenue } from '../../counters/model/money.js';

/** Creates an agent's report for a period from the agent's counters. */
export function createAgentReport(totals: CounterTotals) {
  const [assigned, closed] = [totals.get('assigned'), totals.get('won')];
  const responses = totals.get('responses');
  return {
    leads: { assigned, contacted: totals.get('contacted'), qualified: totals.get('qualified'), closed },
    conversion_rate: toFraction(closed, assigned),
    average_response_time: formatDuration(responses === 0 ? 0 : totals.get('response_ms') / responses),
    deals_closed: totals.get('deals'),
    revenue: readRevenue(totals).map((revenue) => ({
      ...revenue,
      commission: readAmount(totals, 'commission', revenue.currency),
    })),
  };
}

/** Creates an agent's totals from the agent's all-time counter. */
export function createAgentTotals(counters: readonly Counter[], currency: string) {
  const totals = new CounterTotals(counters);
  return {
    active_leads: totals.get('active'),
    deals_closed: totals.get('deals'),
    total_revenue: readAmount(totals, 'closed', currency),
  };
}

const durationUnits = [
  ['D', 24 * 3_600],
  ['H', 3_600],
  ['M', 60],
  ['S', 1],
] as const;

/** Formats milliseconds as an ISO 8601 duration in whole seconds, such as `P1DT2H30M`. Zero is `PT0S`. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.round(milliseconds / 1_000);
  const parts = durationUnits.map(([unit, seconds]) => {
    const count = Math.floor(rest / seconds);
    rest -= count * seconds;
    return count > 0 ? `${count}${unit}` : '';
  });
  const [days, ...times] = parts;
  const time = times.join('');
  if (!days && !time) return 'PT0S';
  return `P${days}${time && 'T'}${time}`;
}
