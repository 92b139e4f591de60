import { expect } from 'chai';
import pLimit from 'p-limit';
import {
  computeAgentAnalytics,
  computeAgentStats,
  computeFunnel,
  computeOverview,
  computeSources,
} from '../../../support/analytics/expected-analytics.js';
import type { ApiRecord } from '../../../support/api-client.js';
import { isTree, type Tree, treesOf } from '../../../support/contract/tree.js';
import { eventually } from '../../../support/eventually.js';
import { readTotal } from '../../../support/listings-and-leads.js';
import { runDoctors } from '../../../support/run-command.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { ExpectedState } from './expected-state.js';
import { computeResponseTime, createExpectedTimeline, toTimeline } from './expected-timeline.js';
import { runIntegration } from './run-integration.js';

describe('a season of calls by a client that knows only the served OpenAPI document', () => {
  let workspace: TestWorkspace;
  let state: ExpectedState;
  const timelines = new Map<string, readonly ApiRecord[]>();

  before(async function () {
    // About a thousand calls.
    this.timeout(900_000);
    workspace = await newWorkspace();
    state = new ExpectedState(await runIntegration(workspace.api.base, workspace.key));
  });

  async function readData(path: string): Promise<Tree> {
    const { body, status, text } = await workspace.api.get(path);
    if (!isTree(body) || !isTree(body.data)) throw new Error(`${path} answered ${status}: ${text}`);
    return body.data;
  }

  const countRecords = (path: string) => readTotal(workspace.api, path);

  async function readAll(path: string): Promise<ApiRecord[]> {
    const all: ApiRecord[] = [];
    for (let page = 1; ; page += 1) {
      const { records } = await workspace.api.get(`${path}?per_page=100&page=${page}`);
      all.push(...records);
      if (records.length < 100) return all;
    }
  }

  it('contains sales, losses, payments and reopened leads', () => {
    expect(state.leads.size).to.equal(300);
    const cancelled = state.deals.filter(({ isLive }) => !isLive);
    const paid = state.deals.filter(({ isPaid }) => isPaid);
    const lost = [...state.leads.values()].filter(({ stage }) => stage === 'lost');
    for (const some of [state.liveDeals, cancelled, paid, lost]) expect(some.length).to.be.above(5);
  });

  it('leaves each lead in the stage set by its last call', async () => {
    const leads = await readAll('/v1/leads');
    const actual = leads.map(({ id, source, stage, assigned_agent: agent }) => ({ id, source, stage, agent }));
    const expected = [...state.leads.values()].map(({ id, source, stage, agent }) => ({ id, source, stage, agent }));
    expect(actual.sort(byId)).to.deep.equal(expected.sort(byId));
  });

  it('leaves the deals, invoices and commissions of its sales', async () => {
    const deals = (await readAll('/v1/deals')).map(
      ({ lead_id, unit_id, agent_id, value, currency, commission, status }) =>
        [lead_id, unit_id, agent_id, value, currency, commission, status].join(' '),
    );
    const expected = state.deals.map(({ lead, unit, agent, value, currency, commission, isLive }) =>
      [lead, unit, agent, value, currency, commission, isLive ? 'closed' : 'cancelled'].join(' '),
    );
    expect(deals.sort()).to.deep.equal(expected.sort());
    const live = state.liveDeals.length;
    const paid = state.deals.filter(({ isPaid }) => isPaid).length;
    expect(await countRecords('/v1/invoices?status=open')).to.equal(live - paid);
    expect(await countRecords('/v1/invoices?status=paid')).to.equal(paid);
    expect(await countRecords('/v1/invoices?status=void')).to.equal(state.deals.length - live);
    expect(await countRecords('/v1/commissions?status=earned')).to.equal(live);
    expect(await countRecords('/v1/commissions?status=cancelled')).to.equal(state.deals.length - live);
  });

  it('leaves the units of closed deals sold, and no others', () =>
    eventually(async () => {
      const sold = (await readAll('/v1/units')).filter(({ status }) => status === 'sold').map(({ id }) => id);
      const expected = state.liveDeals.flatMap(({ unit }) => (unit === null ? [] : [unit]));
      expect(sold.sort()).to.deep.equal(expected.sort());
      for (const property of state.properties) {
        const own = [...state.units].filter(([, parent]) => parent === property).map(([id]) => id);
        const free = own.filter((id) => !expected.includes(id));
        const { units_count, units_available } = (await workspace.api.get(`/v1/properties/${property}`)).record;
        expect([units_count, units_available]).to.deep.equal([own.length, free.length]);
      }
    }));

  it('matches the overview, the funnel and the sources in analytics', async () => {
    const { leads, conversion_rate, deals, revenue, units } = await eventually(async () => {
      const data = await readData('/v1/analytics/overview');
      expect(data.units).to.deep.equal(computeOverview(state).units);
      return data;
    });
    expect({ leads, conversion_rate, deals, revenue, units }).to.deep.equal(computeOverview(state));
    const { stages, lost_by_reason } = await readData('/v1/analytics/funnel');
    expect({ stages, lost_by_reason }).to.deep.equal(computeFunnel(state));
    expect((await readData('/v1/analytics/sources')).sources).to.deep.equal(computeSources(state));
  });

  it('is not counted in the previous period', async () => {
    const { previous } = await readData('/v1/analytics/overview');
    expect(previous).to.nested.include({ 'leads.total': 0, 'deals.closed': 0, conversion_rate: 0 });
  });

  it("matches the agents' analytics and statistics", async () => {
    const rows = treesOf((await readData('/v1/analytics/agents')).agents);
    expect(rows).to.have.length(state.agents.size);
    for (const { agent_id, name: _name, average_response_time: _time, ...row } of rows) {
      expect(row, String(agent_id)).to.deep.equal(computeAgentAnalytics(state, String(agent_id)));
    }
    for (const agent of state.agents.keys()) {
      const { leads, conversion_rate, revenue } = computeAgentAnalytics(state, agent);
      const stats = await readData(`/v1/agents/${agent}/stats`);
      expect(stats).to.deep.include({ leads, conversion_rate });
      const inDollars = revenue.find(({ currency }) => currency === 'USD');
      expect(stats.revenue).to.include({
        closed: inDollars?.closed ?? 0,
        pending: inDollars?.pending ?? 0,
        currency: 'USD',
      });
      expect(stats.commission_earned).to.equal(inDollars?.commission ?? 0);
    }
  });

  it('matches the statistics in the list of agents', () =>
    eventually(async () => {
      for (const { id, stats } of (await workspace.api.get('/v1/agents')).records) {
        expect(stats, id).to.deep.equal(computeAgentStats(state, id));
      }
    }));

  it('matches the totals of filtered lists', async () => {
    const { leads } = computeOverview(state);
    for (const [stage, count] of Object.entries(leads.by_stage)) {
      expect(await countRecords(`/v1/leads?stage=${stage}`), stage).to.equal(count);
    }
    for (const [source, count] of Object.entries(leads.by_source)) {
      expect(await countRecords(`/v1/leads?source=${source}`), source).to.equal(count);
    }
    for (const agent of state.agents.keys()) {
      const { assigned } = computeAgentAnalytics(state, agent).leads;
      const { active_leads } = computeAgentStats(state, agent);
      expect(await countRecords(`/v1/leads?agent_id=${agent}`)).to.equal(assigned);
      expect(await countRecords(`/v1/agents/${agent}/leads?status=active`)).to.equal(active_leads);
    }
    for (const [team, members] of state.teams) {
      expect(await countRecords(`/v1/agents?team_id=${team}`)).to.equal(members.length);
    }
    expect(await countRecords('/v1/leads?search=prospect.29')).to.equal(11);
  });

  it('appears in the timelines of the leads, step by step', async () => {
    const limit = pLimit(8);
    await Promise.all(
      [...state.leads.values()].map((lead) =>
        limit(async () => {
          const { records } = await workspace.api.get(`/v1/leads/${lead.id}/activity?per_page=100`);
          timelines.set(lead.id, records);
          const deals = state.deals.filter((deal) => deal.lead === lead.id);
          expect(toTimeline(records), lead.id).to.deep.equal(createExpectedTimeline(lead, deals));
        }),
      ),
    );
  });

  it('matches the response times that are computed from the timelines', async () => {
    for (const { agent_id, average_response_time } of treesOf((await readData('/v1/analytics/agents')).agents)) {
      const own = [...state.leads.values()].filter(({ agent }) => agent === agent_id);
      const time = computeResponseTime(own.map(({ id }) => timelines.get(id) ?? []));
      expect(average_response_time, String(agent_id)).to.equal(time);
      expect((await readData(`/v1/agents/${agent_id}/stats`)).average_response_time).to.equal(time);
    }
  });

  it('passes the checks of every doctor', async () => {
    expect(await runDoctors(workspace.id)).to.deep.equal([]);
  });
});

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
