import { expect } from 'chai';
import pLimit from 'p-limit';
import type { ApiRecord } from '../../support/api-client.js';
import { isTree, type Tree, treesOf } from '../../support/contract/tree.js';
import { eventually } from '../../support/eventually.js';
import { newWorkspace, type TestWorkspace } from '../../support/workspace.js';
import { agentRow, agentStats, funnel, overview, sourceRows } from './expected-figures.js';
import { expectedTimeline, responseTimeOf, timelineOf } from './expected-timeline.js';
import { Ledger } from './ledger.js';
import { playSeason } from './play-season.js';

/** Agent stats in lists may be this old (team's README); a unit put back takes a moment. */
const patience = 8_000;

describe('a season, by a client that knows the served document alone', function () {
  this.timeout(240_000);
  let workspace: TestWorkspace;
  let ledger: Ledger;
  const timelines = new Map<string, readonly ApiRecord[]>();

  before(async () => {
    workspace = await newWorkspace();
    ledger = new Ledger(await playSeason(workspace.api.base, workspace.key));
  });

  async function dataOf(path: string): Promise<Tree> {
    const { body, status, text } = await workspace.api.get(path);
    if (!isTree(body) || !isTree(body.data)) throw new Error(`${path} answered ${status}: ${text}`);
    return body.data;
  }

  async function totalOf(path: string): Promise<unknown> {
    const { body } = await workspace.api.get(path);
    return isTree(body) && isTree(body.meta) ? body.meta.total : body;
  }

  async function everyOf(path: string): Promise<ApiRecord[]> {
    const all: ApiRecord[] = [];
    for (let page = 1; ; page += 1) {
      const { records } = await workspace.api.get(`${path}?per_page=100&page=${page}`);
      all.push(...records);
      if (records.length < 100) return all;
    }
  }

  it('has everything in it: sales, losses, payments, reopenings', () => {
    expect(ledger.leads.size).equal(300);
    const cancelled = ledger.deals.filter(({ isLive }) => !isLive);
    const paid = ledger.deals.filter(({ isPaid }) => isPaid);
    const lost = [...ledger.leads.values()].filter(({ stage }) => stage === 'lost');
    for (const some of [ledger.liveDeals, cancelled, paid, lost]) expect(some.length).above(5);
  });

  it('left the leads as the calls made them', async () => {
    const leads = await everyOf('/v1/leads');
    const seen = leads.map(({ id, source, stage, assigned_agent: agent }) => ({ id, source, stage, agent }));
    const expected = [...ledger.leads.values()].map(({ id, source, stage, agent }) => ({ id, source, stage, agent }));
    expect(seen.sort(byId)).eql(expected.sort(byId));
  });

  it('left the deals, invoices and commissions of the sales', async () => {
    const deals = (await everyOf('/v1/deals')).map(
      ({ lead_id, unit_id, agent_id, value, currency, commission, status }) =>
        [lead_id, unit_id, agent_id, value, currency, commission, status].join(' '),
    );
    const expected = ledger.deals.map(({ lead, unit, agent, value, currency, commission, isLive }) =>
      [lead, unit, agent, value, currency, commission, isLive ? 'closed' : 'cancelled'].join(' '),
    );
    expect(deals.sort()).eql(expected.sort());
    const live = ledger.liveDeals.length;
    const paid = ledger.deals.filter(({ isPaid }) => isPaid).length;
    expect(await totalOf('/v1/invoices?status=open')).equal(live - paid);
    expect(await totalOf('/v1/invoices?status=paid')).equal(paid);
    expect(await totalOf('/v1/invoices?status=void')).equal(ledger.deals.length - live);
    expect(await totalOf('/v1/commissions?status=earned')).equal(live);
    expect(await totalOf('/v1/commissions?status=cancelled')).equal(ledger.deals.length - live);
  });

  it('left the units sold that are in a live deal, and no others', () =>
    eventually(async () => {
      const sold = (await everyOf('/v1/units')).filter(({ status }) => status === 'sold').map(({ id }) => id);
      const expected = ledger.liveDeals.flatMap(({ unit }) => (unit === null ? [] : [unit]));
      expect(sold.sort()).eql(expected.sort());
      for (const property of ledger.properties) {
        const own = [...ledger.units].filter(([, parent]) => parent === property).map(([id]) => id);
        const free = own.filter((id) => !expected.includes(id));
        const { units_count, units_available } = (await workspace.api.get(`/v1/properties/${property}`)).record;
        expect([units_count, units_available]).eql([own.length, free.length]);
      }
    }, patience));

  it('is what the overview, the funnel and the sources say', async () => {
    const { leads, conversion_rate, deals, revenue, units } = await eventually(async () => {
      const data = await dataOf('/v1/analytics/overview');
      expect(data.units).eql(overview(ledger).units);
      return data;
    }, patience);
    expect({ leads, conversion_rate, deals, revenue, units }).eql(overview(ledger));
    const { stages, lost_by_reason } = await dataOf('/v1/analytics/funnel');
    expect({ stages, lost_by_reason }).eql(funnel(ledger));
    expect((await dataOf('/v1/analytics/sources')).sources).eql(sourceRows(ledger));
  });

  it('was nothing in the period before', async () => {
    const { previous } = await dataOf('/v1/analytics/overview');
    expect(previous).nested.include({ 'leads.total': 0, 'deals.closed': 0, conversion_rate: 0 });
  });

  it('is what the figures of the agents say', async () => {
    const rows = treesOf((await dataOf('/v1/analytics/agents')).agents);
    expect(rows).length(ledger.agents.size);
    for (const { agent_id, name: _name, average_response_time: _time, ...row } of rows) {
      expect(row, String(agent_id)).eql(agentRow(ledger, String(agent_id)));
    }
    for (const agent of ledger.agents.keys()) {
      const { leads, conversion_rate, revenue } = agentRow(ledger, agent);
      const stats = await dataOf(`/v1/agents/${agent}/stats`);
      expect(stats).deep.include({ leads, conversion_rate });
      const inDollars = revenue.find(({ currency }) => currency === 'USD');
      expect(stats.revenue).include({
        closed: inDollars?.closed ?? 0,
        pending: inDollars?.pending ?? 0,
        currency: 'USD',
      });
      expect(stats.commission_earned).equal(inDollars?.commission ?? 0);
    }
  });

  it('is what lists of agents say of them', () =>
    eventually(async () => {
      for (const { id, stats } of (await workspace.api.get('/v1/agents')).records) {
        expect(stats, id).eql(agentStats(ledger, id));
      }
    }, patience));

  it('is what the totals of filtered lists say', async () => {
    const { leads } = overview(ledger);
    for (const [stage, count] of Object.entries(leads.by_stage)) {
      expect(await totalOf(`/v1/leads?stage=${stage}`), stage).equal(count);
    }
    for (const [source, count] of Object.entries(leads.by_source)) {
      expect(await totalOf(`/v1/leads?source=${source}`), source).equal(count);
    }
    for (const agent of ledger.agents.keys()) {
      const { assigned } = agentRow(ledger, agent).leads;
      const { active_leads } = agentStats(ledger, agent);
      expect(await totalOf(`/v1/leads?agent_id=${agent}`)).equal(assigned);
      expect(await totalOf(`/v1/agents/${agent}/leads?status=active`)).equal(active_leads);
    }
    for (const [team, members] of ledger.teams) {
      expect(await totalOf(`/v1/agents?team_id=${team}`)).equal(members.length);
    }
    expect(await totalOf('/v1/leads?search=prospect.29')).equal(11);
  });

  it('is in the timelines, step by step', async () => {
    const limit = pLimit(8);
    await Promise.all(
      [...ledger.leads.values()].map((lead) =>
        limit(async () => {
          const { records } = await workspace.api.get(`/v1/leads/${lead.id}/activity?per_page=100`);
          timelines.set(lead.id, records);
          const deals = ledger.deals.filter((deal) => deal.lead === lead.id);
          expect(timelineOf(records), lead.id).eql(expectedTimeline(lead, deals));
        }),
      ),
    );
  });

  it('gives the response times that the timelines say', async () => {
    for (const { agent_id, average_response_time } of treesOf((await dataOf('/v1/analytics/agents')).agents)) {
      const own = [...ledger.leads.values()].filter(({ agent }) => agent === agent_id);
      const time = responseTimeOf(own.map(({ id }) => timelines.get(id) ?? []));
      expect(average_response_time, String(agent_id)).equal(time);
      expect((await dataOf(`/v1/agents/${agent_id}/stats`)).average_response_time).equal(time);
    }
  });
});

function byId(one: { readonly id: string }, other: { readonly id: string }): number {
  return one.id < other.id ? -1 : 1;
}
