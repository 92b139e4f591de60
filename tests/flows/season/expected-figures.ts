import type { DealLine, LeadLine, Ledger } from './ledger.js';

const stages = ['new', 'contacted', 'qualified', 'viewing', 'negotiation', 'won', 'lost'];
const way = stages.slice(0, -1);
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

function countBy<T>(names: readonly string[], all: readonly T[], is: (one: T, name: string) => boolean) {
  return Object.fromEntries(names.map((name) => [name, all.filter((one) => is(one, name)).length]));
}

const share = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
const sum = (amounts: readonly number[]): number => Math.round(amounts.reduce((all, one) => all + one, 0) * 100) / 100;

function currenciesOf(deals: readonly DealLine[]): string[] {
  return [...new Set(deals.map(({ currency }) => currency))].sort();
}

function revenueOf(deals: readonly DealLine[]) {
  return currenciesOf(deals).map((currency) => {
    const of = deals.filter((deal) => deal.currency === currency);
    const pending = of.filter(({ isPaid }) => !isPaid);
    return { currency, closed: sum(of.map(({ value }) => value)), pending: sum(pending.map(({ value }) => value)) };
  });
}

/** Leads and deals of the overview, and its units. */
export function overview({ leads, liveDeals, units }: Ledger) {
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
    conversion_rate: share(won, all.length),
    deals: { closed: liveDeals.length, pending: liveDeals.filter(({ isPaid }) => !isPaid).length },
    revenue: revenueOf(liveDeals),
    units: { by_status: { available: units.size - sold, reserved: 0, sold, off_market: 0, rented: 0 } },
  };
}

function hasReached({ reached, stage }: LeadLine, wanted: string): boolean {
  if (wanted === 'won') return stage === 'won';
  return way.slice(way.indexOf(wanted)).some((later) => reached.has(later));
}

/** The funnel. All of a season happens within minutes: what took time at all took 0 days. */
export function funnel({ leads }: Ledger) {
  const all = [...leads.values()];
  const counts = way.map((stage) => all.filter((lead) => hasReached(lead, stage)).length);
  return {
    stages: way.map((stage, place) => {
      const count = counts[place] ?? 0;
      const entered = all.some((lead) => lead.reached.has(stage) && (stage !== 'won' || lead.stage === 'won'));
      const conversion_from_previous = place === 0 ? null : share(count, counts[place - 1] ?? 0);
      return { stage, count, conversion_from_previous, avg_days: entered ? 0 : null };
    }),
    lost_by_reason: countBy(
      reasons,
      all.filter(({ stage }) => stage === 'lost'),
      ({ reason }, name) => (reason ?? 'unspecified') === name,
    ),
  };
}

/** What came of each source. */
export function sourceRows({ leads, liveDeals }: Ledger) {
  return sources.map((source) => {
    const of = [...leads.values()].filter((lead) => lead.source === source);
    const won = of.filter(({ stage }) => stage === 'won').length;
    const lost = of.filter(({ stage }) => stage === 'lost').length;
    const revenue = revenueOf(liveDeals.filter((deal) => deal.source === source));
    return {
      source,
      leads: of.length,
      won,
      lost,
      conversion_rate: share(won, of.length),
      revenue: revenue.map(({ currency, closed }) => ({ currency, closed })),
    };
  });
}

/** What an agent has and made. */
export function agentRow({ leads, liveDeals }: Ledger, agent: string) {
  const own = [...leads.values()].filter((lead) => lead.agent === agent);
  const deals = liveDeals.filter((deal) => deal.agent === agent);
  const closed = own.filter(({ stage }) => stage === 'won').length;
  return {
    leads: {
      assigned: own.length,
      contacted: own.filter(({ reached }) => reached.size > 1).length,
      qualified: own.filter((lead) => hasReached(lead, 'qualified')).length,
      closed,
    },
    conversion_rate: share(closed, own.length),
    deals_closed: deals.length,
    revenue: revenueOf(deals).map((revenue) => ({
      ...revenue,
      commission: sum(
        deals.filter(({ currency }) => currency === revenue.currency).map(({ commission }) => commission),
      ),
    })),
  };
}

/** The `stats` of an agent in lists. */
export function agentStats(ledger: Ledger, agent: string) {
  const { deals_closed, revenue } = agentRow(ledger, agent);
  const own = [...ledger.leads.values()].filter((lead) => lead.agent === agent);
  return {
    active_leads: own.filter(({ stage }) => stage !== 'won' && stage !== 'lost').length,
    deals_closed,
    total_revenue: revenue.find(({ currency }) => currency === 'USD')?.closed ?? 0,
  };
}
