import { addDays, startOfDay, toLocalDay } from '@plotline/kit/core/time-zone';
import type { Context } from '@plotline/pipeline/context';
import { type Counter, CounterTotals, wholeWorkspace } from '@plotline/pipeline/counters/model/counter';
import { extendPastNow, type Span } from '@plotline/pipeline/counters/model/span';
import { countLead } from '@plotline/pipeline/leads/model/count-lead';
import { sources, stages } from '@plotline/pipeline/leads/model/lead';
import { countDeal } from '@plotline/pipeline/sales/model/count-deal';
import { expect } from 'chai';
import { issuedQueries } from '../../../support/issued-queries.js';
import { useFixture } from '../../../support/use-fixture.js';
import { addLead, dealsOf, move, salesCaller, startSales, unitTerms, win } from '../../support/sales-fixture.js';

const hourMs = 3_600_000;
const agent = 'agent_1';

/** Time zones ahead of UTC and behind it. Some offsets have quarters of an hour, and the largest is 14 hours. */
const zones = ['UTC', 'Asia/Dubai', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'];

const toSpan = (from: string, to: string, zone: string): Span => ({
  from: startOfDay(from, zone),
  to: startOfDay(to, zone),
});

describe('PeriodCounters', () => {
  const fixture = useFixture(startSales);
  const context = (): Context => fixture().context;

  before(async () => {
    for (let place = 0; place < 24; place += 1) {
      const created_at = new Date(Date.UTC(2026, 0, 1, 1, 7 * place) + place * 4 * hourMs);
      const assigned_at = new Date(created_at.getTime() + 5 * hourMs);
      const own = place % 3 === 0 ? { assigned_agent: null, assigned_at: null } : { assigned_at };
      const source = sources[place % sources.length] ?? 'website';
      const { id } = await addLead(context(), { created_at, stage_history: { new: created_at }, source, ...own });
      // Closing deals and entering stages happen at the current time.
      if (place % 8 === 1) await win(context(), id, { ...unitTerms, property_id: 'prop_1', value: place + 1 });
      else if (place % 2 === 0) await move(context(), id, stages[(place / 2) % stages.length] ?? 'new');
    }
  });

  /** Counts the records in the span one by one. */
  async function recount({ from, to }: Span, agentId: string) {
    const query = { page: 1, per_page: 100, sort: 'created_at', order: 'asc' } as const;
    const { records } = await context().leads.list(salesCaller(), query, ['id']);
    const ids = records.map(({ id }) => id);
    const leads = await context().leads.getAll(salesCaller(), ids);
    const isWithin = (time: Date | null) => time !== null && time >= from && time < to;
    const counted = leads
      .filter(({ created_at, assigned_at }) => isWithin(agentId === wholeWorkspace ? created_at : assigned_at))
      .flatMap(countLead);
    const deals = (await dealsOf(context())).filter(({ closed_at }) => isWithin(closed_at));
    const isOwn = ({ agent_id, day }: Counter) => agent_id === agentId && day !== '';
    const all = [...counted, ...deals.flatMap(countDeal)];
    return new CounterTotals(all.filter(isOwn)).toCounts();
  }

  for (const zone of zones) {
    it(`equal a recount of the records by days in ${zone}`, async () => {
      const now = context().clock();
      const today = toLocalDay(now, zone);
      const spans = [
        toSpan('2026-01-02', '2026-01-03', zone),
        toSpan('2026-01-01', '2026-01-03', zone),
        toSpan('2026-01-03', '2026-01-08', zone),
        toSpan(addDays(today, -1), today, zone),
        extendPastNow(toSpan(today, addDays(today, 1), zone), now),
      ];
      const { periodCounters } = context();
      const { spans: found } = await periodCounters.readWorkspace(salesCaller(), spans);
      for (const [place, span] of spans.entries()) {
        const counts = new CounterTotals(found[place]).toCounts();
        expect(counts, `span ${place}`).to.deep.equal(await recount(span, wholeWorkspace));
        const own = new CounterTotals(await periodCounters.readAgent(salesCaller(), agent, span)).toCounts();
        expect(own, `span ${place} of the agent`).to.deep.equal(await recount(span, agent));
        const sums = await periodCounters.sumAgents(salesCaller(), span);
        expect(sums.get(agent)?.toCounts() ?? {}, `span ${place} of all agents`).to.deep.equal(own);
      }
      expect(new CounterTotals(found[2]).get('leads'), 'leads in a span').to.be.greaterThan(0);
      expect(new CounterTotals(found[4]).get('deals'), 'deals today').to.equal(3);
    });
  }

  for (const zone of zones) {
    it(`add up to the same totals in a series of spans, by days in ${zone}`, async () => {
      const days = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-06'];
      const spans = days.map((day, place) => toSpan(day, days[place + 1] ?? '2026-01-08', zone));
      const { periodCounters } = context();
      const series = await periodCounters.readSeries(salesCaller(), spans);
      for (const [place, span] of spans.entries()) {
        const counts = new CounterTotals(series[place]).toCounts();
        expect(counts, `span ${place}`).to.deep.equal(await recount(span, wholeWorkspace));
      }
      expect(series.some((counters) => new CounterTotals(counters).get('leads') > 0)).to.equal(true);
    });
  }

  it('are used without reading records for days in UTC', async () => {
    const span = toSpan('2026-01-01', '2026-01-05', 'UTC');
    const queries = await issuedQueries(['leads', 'deals'], async () => {
      await context().periodCounters.readWorkspace(salesCaller(), [span]);
      await context().periodCounters.readSeries(salesCaller(), [span]);
      await context().periodCounters.sumAgents(salesCaller(), span);
    });
    expect(queries).to.deep.equal([]);
  });
});
