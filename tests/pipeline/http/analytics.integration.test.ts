import type { Handler } from '@plotline/kit/http/handler';
import type { Context } from '@plotline/pipeline/context';
import type { PeriodQuery } from '@plotline/pipeline/domain/period';
import {
  analyticsAgents,
  analyticsFunnel,
  analyticsOverview,
  analyticsSources,
} from '@plotline/pipeline/http/analytics';
import { getAgentStats, getAgentTotals } from '@plotline/pipeline/rpc/agents';
import { payInvoice } from '@plotline/pipeline/sales/pay-invoice';
import { expect } from 'chai';
import { addLead, move, SalesFixture, salesCaller, unitTerms, win } from '../support/sales-fixture.js';

const dayMs = 86_400_000;

/** CounterTotals of a season: four leads of this month, one of two months ago, two deals, one of them paid, one taken back. */
describe('GET /v1/analytics and AgentStatsService', () => {
  const fixture = new SalesFixture();
  let context: Context;

  before(async () => {
    fixture.inventory.addUnit('unit_1');
    fixture.inventory.addUnit('unit_2');
    context = await fixture.replica();
    const now = new Date();
    const fresh = { created_at: now, stage_entered_at: now, stage_history: { new: now }, assigned_at: now };
    const old = new Date(now.getTime() - 45 * dayMs);
    const [sold, paid, lost, reopened] = [
      await addLead(context, fresh),
      await addLead(context, { ...fresh, source: 'referral' }),
      await addLead(context, { ...fresh, assigned_agent: null, assigned_at: null }),
      await addLead(context, { ...fresh, source: 'referral', assigned_agent: 'agent_2' }),
    ];
    await addLead(context, { created_at: old, stage_entered_at: old, stage_history: { new: old }, assigned_at: old });
    await win(context, sold.id, unitTerms);
    const { deal } = await win(context, paid.id, {
      ...unitTerms,
      property_id: 'prop_1',
      value: 1_000.5,
      commission: 9,
    });
    await payInvoice(context, { caller: salesCaller() }, (await context.invoices.getByDeal(salesCaller(), deal.id)).id);
    await win(context, reopened.id, { ...unitTerms, property_id: 'unit_2' });
    await move(context, reopened.id, 'negotiation');
    await move(context, lost.id, 'contacted');
    await move(context, lost.id, 'lost');
  });

  after(() => fixture.close());

  async function ask(handler: (context: Context) => Handler<unknown, PeriodQuery>, query: PeriodQuery) {
    const { log } = context.runtime;
    const nothing = () => undefined;
    const answer = await handler(context)({
      caller: salesCaller(),
      query,
      body: {},
      rowFaults: new Map(),
      path: (name: string) => name,
      header: nothing,
      log,
    });
    if (answer.status === 204) throw new Error('There is no answer.');
    const body: unknown = JSON.parse(JSON.stringify(answer.body));
    return body;
  }

  it('answer the overview of a month and of the one before', async () => {
    const overview = await ask(analyticsOverview, { period: 'month' });
    expect(overview).to.deep.include({
      period: 'month',
      conversion_rate: 0.4,
      deals: { closed: 2, pending: 1 },
      revenue: [
        { currency: 'EUR', closed: 450_000, pending: 450_000 },
        { currency: 'GBP', closed: 1_000.5, pending: 0 },
      ],
      units: { by_status: { available: 1, sold: 1 } },
    });
    expect(overview).to.have.property('leads').that.deep.include({ total: 5, new: 4 });
    expect(overview)
      .to.have.nested.property('leads.by_stage')
      .that.deep.equals({
        ...{ new: 1, contacted: 0, qualified: 0, viewing: 0, negotiation: 1, won: 2, lost: 1 },
      });
    expect(overview).to.have.nested.property('leads.by_source').that.deep.include({ website: 3, referral: 2 });
    expect(overview).to.have.nested.property('previous.leads').that.deep.include({ total: 1, new: 1 });
    expect(overview).to.have.nested.property('previous.deals').that.deep.equals({ closed: 0, pending: 0 });
    expect(overview).to.have.nested.property('previous.conversion_rate', 0);
  });

  it('answer the funnel of the leads created in the period', async () => {
    const funnel = await ask(analyticsFunnel, { period: 'month' });
    const rows = [
      ['new', 4, null],
      ['contacted', 4, 1],
      ['qualified', 3, 0.75],
      ['viewing', 3, 1],
      ['negotiation', 3, 1],
      ['won', 2, 2 / 3],
    ] as const;
    for (const [place, [stage, count, conversion_from_previous]] of rows.entries()) {
      expect(funnel)
        .to.have.nested.property(`stages[${place}]`)
        .that.deep.include({ stage, count, conversion_from_previous });
    }
    expect(funnel).to.have.nested.property('lost_by_reason.unspecified', 1);
    expect(await ask(analyticsFunnel, { period: 'quarter' })).to.have.nested.property('stages[0].count', 5);
  });

  it('answer leads, outcomes and revenue by source', async () => {
    const report = await ask(analyticsSources, { period: 'month' });
    expect(report)
      .to.have.nested.property('sources[0]')
      .that.deep.equals({
        ...{ source: 'website', leads: 2, won: 1, lost: 1, conversion_rate: 0.5 },
        revenue: [{ currency: 'EUR', closed: 450_000 }],
      });
    expect(report)
      .to.have.nested.property('sources[1]')
      .that.deep.equals({
        ...{ source: 'referral', leads: 2, won: 1, lost: 0, conversion_rate: 0.5 },
        revenue: [{ currency: 'GBP', closed: 1_000.5 }],
      });
  });

  it('answer the report of each agent, most deals first', async () => {
    const report = await ask(analyticsAgents, { period: 'month' });
    expect(report)
      .to.have.nested.property('agents[0]')
      .that.deep.include({
        agent_id: 'agent_1',
        leads: { assigned: 2, contacted: 2, qualified: 2, closed: 2 },
        conversion_rate: 1,
        deals_closed: 2,
        revenue: [
          { currency: 'EUR', closed: 450_000, pending: 450_000, commission: 13_500 },
          { currency: 'GBP', closed: 1_000.5, pending: 0, commission: 9 },
        ],
      });
    expect(report).to.have.nested.property('agents[1]').that.deep.include({ agent_id: 'agent_2', deals_closed: 0 });
    expect(report).to.have.property('agents').that.has.length(2);
  });

  it("answer the totals of agents to team, in the workspace's currency, and zeros for unknown agents", async () => {
    const caller = () => ({ ...salesCaller(), currency: 'EUR' });
    const { log } = context.runtime;
    const { totals } = await getAgentTotals(context)({ agent_ids: ['agent_1', 'agent_9', 'agent_2'] }, { caller, log });
    expect(totals).to.deep.equal([
      { agent_id: 'agent_1', active_leads: 1, deals_closed: 2, total_revenue: 450_000 },
      { agent_id: 'agent_9', active_leads: 0, deals_closed: 0, total_revenue: 0 },
      { agent_id: 'agent_2', active_leads: 1, deals_closed: 0, total_revenue: 0 },
    ]);
  });

  it("answer an agent's statistics of a period to team, the workspace's currency first", async () => {
    const { log } = context.runtime;
    const request = { agent_id: 'agent_1', period: 'quarter', start_date: undefined, end_date: undefined };
    const stats = await getAgentStats(context)(request, { caller: salesCaller, log });
    expect(stats).to.deep.include({ assigned: 3, contacted: 2, qualified: 2, closed: 2, conversion_rate: 2 / 3 });
    expect(stats.revenue.map(({ currency }) => currency)).to.deep.equal(['USD', 'EUR', 'GBP']);
  });
});
