import type { PeriodQuery } from '@plotline/kit/core/period';
import {
  getAnalyticsAgents,
  getAnalyticsFunnel,
  getAnalyticsOverview,
  getAnalyticsSources,
} from '@plotline/pipeline/analytics/api/analytics';
import { expect } from 'chai';
import { createAnswerCheck } from '../../../support/answer-check.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startAnalytics } from '../../support/analytics-fixture.js';
import { salesCaller } from '../../support/sales-fixture.js';

const checkAnswer = createAnswerCheck(new URL('../../../../services/pipeline/openapi.yaml', import.meta.url));

const handlers = {
  overview: getAnalyticsOverview,
  funnel: getAnalyticsFunnel,
  sources: getAnalyticsSources,
  agents: getAnalyticsAgents,
} as const;

describe('GET /v1/analytics', () => {
  const fixture = useFixture(startAnalytics);
  const context = () => fixture().context;

  /** Returns the answer after checking it against the contract. */
  async function ask(name: keyof typeof handlers, query: PeriodQuery) {
    const { log } = context().runtime;
    const nothing = () => undefined;
    const answer = await handlers[name](context())({
      caller: salesCaller(),
      query,
      body: {},
      rowFaults: new Map(),
      path: (name: string) => name,
      address: '127.0.0.1',
      header: nothing,
      log,
    });
    if (!('body' in answer)) throw new Error('There is no answer.');
    const body: unknown = JSON.parse(JSON.stringify(answer.body));
    checkAnswer('GET', `/v1/analytics/${name}`, answer.status, body);
    return body;
  }

  it('returns the overview of a month and of the previous month', async () => {
    const overview = await ask('overview', { period: 'month' });
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

  it('returns the funnel of the leads created in the period', async () => {
    const funnel = await ask('funnel', { period: 'month' });
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
    expect(await ask('funnel', { period: 'quarter' })).to.have.nested.property('stages[0].count', 5);
  });

  it('returns leads, outcomes and revenue by source', async () => {
    const report = await ask('sources', { period: 'month' });
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

  it("returns each agent's report, with the most deals first", async () => {
    const report = await ask('agents', { period: 'month' });
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
});
