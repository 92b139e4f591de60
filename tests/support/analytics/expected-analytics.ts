import type { CountedDeal, CountedLead, CountedRecords } from './counted-records.js';

const stages = ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won', 'lost'];
const funnelStages = stages.slice(0, -1);
const sources = ['website', 'referral', 'portal', 'social', 'walk_in', 'api', 'manual'];
const reasons = [
  'price_too_high',
  'location_not_suitable',
  'bought_elsewhere',
  'no_longer_interested',
  'unresponsive',
  'financing_failed',
  'other',
  'unspecified',
];

function countBy<T>(names: readonly string[], all: readonly T[], is: (item: T, name: string) => boolean) {
  return Object.fromEntries(names.map((name) => [name, all.filter((item) => is(item, name)).length]));
}

const divide = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const sum = (amounts: readonly number[]): number => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100;

function listCurrencies(deals: readonly CountedDeal[]): string[] {
  return [...new Set(deals.map(({ currency }) => currency))].sort();
}

function sumRevenue(deals: readonly CountedDeal[]) {
  return listCurrencies(deals).map((currency) => {
    const of = deals.filter((deal) => deal.currency === currency);
    const pending = of.filter(({ isPaid }) => !isPaid);
    return { currency, closed: sum(of.map(({ value }) => value)), pending: sum(pending.map(({ value }) => value)) };
  });
}

/** Returns the leads, deals, revenue and units in the overview. All units that aren't sold count as available. */
export function computeOverview({ leads, liveDeals, unitCount }: CountedRecords) {
  const all = [...leads.values()];
  const won = all.filter(({ stage }) => stage === 'won').length;
  const sold = liveDeals.filter(({ unit }) => unit !== null).length;
  return {
    leads: {
      total: all.length,
      new: all.length,
      by_stage: countBy(stages, all, ({ stage }, name) => stage === name),
      by_source: countBy(sources, all, ({ source }, name) => source === name),
    },
    conversion_rate: divide(won, all.length),
    deals: { closed: liveDeals.length, pending: liveDeals.filter(({ isPaid }) => !isPaid).length },
    revenue: sumRevenue(liveDeals),
    units: { by_status: { available: unitCount - sold, reserved: 0, sold, off_market: 0, rented: 0 } },
  };
}

function hasReached({ stages, stage }: CountedLead, wanted: string): boolean {
  if (wanted === 'won') return stage === 'won';
  return funnelStages.slice(funnelStages.indexOf(wanted)).some((later) => stages.has(later));
}

/** Returns the funnel. A season takes minutes, so each stage took 0 days. */
export function computeFunnel({ leads }: CountedRecords) {
  const all = [...leads.values()];
  const counts = funnelStages.map((stage) => all.filter((lead) => hasReached(lead, stage)).length);
  return {
    stages: funnelStages.map((stage, place) => {
      const count = counts[place] ?? 0;
      const entered = all.some((lead) => lead.stages.has(stage) && (stage !== 'won' || lead.stage === 'won'));
      const conversion_from_previous = place === 0 ? null : divide(count, counts[place - 1] ?? 0);
      return { stage, count, conversion_from_previous, avg_days: entered ? 0 : null };
    }),
    lost_by_reason: countBy(
      reasons,
      all.filter(({ stage }) => stage === 'lost'),
      ({ reason }, name) => (reason ?? 'unspecified') === name,
    ),
  };
}

/** Returns the rows for the sources. */
export function computeSources({ leads, liveDeals }: CountedRecords) {
  return sources.map((source) => {
    const of = [...leads.values()].filter((lead) => lead.source === source);
    const won = of.filter(({ stage }) => stage === 'won').length;
    const lost = of.filter(({ stage }) => stage === 'lost').length;
    const revenue = sumRevenue(liveDeals.filter((deal) => deal.source === source));
    return {
      source,
      leads: of.length,
      won,
      lost,
      conversion_rate: divide(won, of.length),
      revenue: revenue.map(({ currency, closed }) => ({ currency, closed })),
    };
  });
}

/** Returns an agent's row in the analytics. */
export function computeAgentAnalytics({ leads, liveDeals }: CountedRecords, agent: string) {
  const own = [...leads.values()].filter((lead) => lead.agent === agent);
  const deals = liveDeals.filter((deal) => deal.agent === agent);
  const closed = own.filter(({ stage }) => stage === 'won').length;
  return {
    leads: {
      assigned: own.length,
      contacted: own.filter(({ stages }) => stages.size > 1).length,
      qualified: own.filter((lead) => hasReached(lead, 'qualified')).length,
      closed,
    },
    conversion_rate: divide(closed, own.length),
    deals_closed: deals.length,
    revenue: sumRevenue(deals).map((revenue) => ({
      ...revenue,
      commission: sum(
        deals.filter(({ currency }) => currency === revenue.currency).map(({ commission }) => commission),
      ),
    })),
  };
}

/** Returns the `stats` of an agent in lists. */
export function computeAgentStats(state: CountedRecords, agent: string) {
  const { deals_closed, revenue } = computeAgentAnalytics(state, agent);
  const own = [...state.leads.values()].filter((lead) => lead.agent === agent);
  return {
    active_leads: own.filter(({ stage }) => stage !== 'won' && stage !== 'lost').length,
    deals_closed,
    total_revenue: revenue.find(({ currency }) => currency === 'USD')?.closed ?? 0,
  };
}
