import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTeam } from '../../support/team.js';

describe('GET /v1/agents/:id', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_read' };
  const read = (id: string, query = '') => team().request('GET', `/v1/agents/${id}${query}`, { as });

  it('shows team, leads and stats on request, and calls pipeline only for them', async () => {
    const { id: team_id } = await team().team(as, { name: 'Docks' });
    const agent = await team().agent(as, { team_id });
    const at = new Date('2026-03-01T09:30:00.000Z');
    const lead = { id: 'lead_1', name: 'Maria', email: 'm@example.com', stage: 'new', score: 40 };
    team().pipeline.leads.set(agent.id, [{ ...lead, created_at: at, updated_at: at }]);
    team().pipeline.totals.set(agent.id, { active_leads: 1, deals_closed: 0, total_revenue: 0 });
    const { requests } = team().pipeline;
    const before = [requests.leads.length, requests.totals.length];
    expect((await read(agent.id)).body).to.deep.equal(agent);
    expect([requests.leads.length, requests.totals.length]).to.deep.equal(before);
    const whole = await read(agent.id, '?expand=team,leads&include_stats=true');
    expect(whole.body).to.deep.equal({
      ...agent,
      team: { id: team_id, name: 'Docks' },
      leads: [{ ...lead, created_at: at.toISOString(), updated_at: at.toISOString() }],
      stats: { active_leads: 1, deals_closed: 0, total_revenue: 0 },
    });
    expect(requests.leads.at(-1)).to.deep.equal({ agent_id: agent.id, limit: 20 });
  });

  it('hides leads from callers who may not read leads, and makes no call to pipeline for them', async () => {
    const { id } = await team().agent(as);
    team().pipeline.leads.set(id, []);
    const { length } = team().pipeline.requests.leads;
    const readWith = (scopes: string[], query: string) =>
      team().request('GET', `/v1/agents/${id}${query}`, { as: { ...as, scopes } });
    for (const query of ['?expand=leads', '?expand=team,leads', '?expand=leads&fields=name']) {
      const { status, body } = await readWith(['read:agents'], query);
      expect([status, body.code], query).to.deep.equal([403, 'FORBIDDEN']);
    }
    expect(team().pipeline.requests.leads).to.have.length(length);
    expect((await readWith(['read:agents'], '?expand=team')).status).to.equal(200);
    expect((await readWith(['read:agents', 'read:leads'], '?expand=leads')).status).to.equal(200);
  });

  it('shows a null team and no leads when there are none', async () => {
    const agent = await team().agent(as);
    expect((await read(agent.id, '?expand=team,leads')).body).to.deep.equal({ ...agent, team: null, leads: [] });
  });

  it('shows the requested fields, including stats', async () => {
    const { id, name } = await team().agent(as);
    expect((await read(id, '?fields=name')).body).to.deep.equal({ id, name });
    const stats = { active_leads: 0, deals_closed: 0, total_revenue: 0 };
    expect((await read(id, '?fields=stats')).body).to.deep.equal({ id, stats });
    expect((await read(id, '?fields=name&include_stats=true')).body).to.deep.equal({ id, name, stats });
  });

  it('answers 304 for a known ETag until the agent changes', async () => {
    const { id } = await team().agent(as);
    const tag = (await read(id)).headers.get('etag') ?? '';
    const known = { headers: { 'if-none-match': tag }, as };
    expect((await team().request('GET', `/v1/agents/${id}`, known)).status).to.equal(304);
    await team().request('PUT', `/v1/agents/${id}`, { body: { name: 'Other' }, as });
    expect((await team().request('GET', `/v1/agents/${id}`, known)).status).to.equal(200);
  });

  it('has a separate ETag for each representation, which does not depend on stats and leads', async () => {
    const { id: team_id } = await team().team(as);
    const { id } = await team().agent(as, { team_id });
    const queries = ['', '?fields=name', '?expand=team,leads', '?include_stats=true'];
    const tagsOf = () => Promise.all(queries.map(async (query) => (await read(id, query)).headers.get('etag') ?? ''));
    const put = (tag: string | undefined) =>
      team().request('PUT', `/v1/agents/${id}`, { body: { name: 'Same' }, as, headers: { 'if-match': tag ?? '' } });
    const tags = await tagsOf();
    expect(new Set(tags).size).to.equal(queries.length);
    team().pipeline.totals.set(id, { active_leads: 7, deals_closed: 3, total_revenue: 1_000 });
    const [, , , withStats] = await tagsOf();
    expect(withStats).to.not.equal(tags[3]);
    expect((await put(tags[3])).status).to.equal(200);
    for (const stale of [...tags, withStats]) expect((await put(stale)).status, stale).to.equal(412);
    for (const fresh of await tagsOf()) expect((await put(fresh)).status, fresh).to.equal(200);
  });

  it("answers 404 for another workspace and in the sandbox, like the agent's other methods", async () => {
    const { id } = await team().agent(as);
    const calls: readonly (readonly [string, string, object?])[] = [
      ['GET', ''],
      ['GET', '/stats'],
      ['PUT', '', { name: 'Mine' }],
      ['POST', '/deactivate', {}],
    ];
    for (const [method, path, body] of calls) {
      const options = body ? { body } : {};
      const unknown = await team().request(method, `/v1/agents/agent_none${path}`, { ...options, as });
      expect(unknown.status, `${method} ${path}`).to.equal(404);
      for (const other of [{ workspaceId: 'ws_elsewhere' }, { ...as, mode: 'sandbox' as const }]) {
        const foreign = await team().request(method, `/v1/agents/${id}${path}`, { ...options, as: other });
        expect([foreign.status, foreign.body], `${method} ${path}`).to.deep.equal([404, unknown.body]);
      }
    }
    expect((await read(id)).body).to.include({ status: 'active' });
  });
});
