import { expect } from 'chai';
import { startTeam, type TeamService } from '../support/team.js';

describe('a PUT of an agent', () => {
  let team: TeamService;
  before(async () => {
    team = await startTeam();
  });
  after(() => team.stop());

  const as = { workspaceId: 'ws_put' };
  const put = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    team.request('PUT', `/v1/agents/${id}`, { body, as, headers });

  it('merges, and takes back what GET gave without writing anything', async () => {
    const agent = await team.agent(as, { commission: { tier: 'gold', rate: 0.02 }, profile: { languages: ['pt'] } });
    expect((await put(agent.id, agent)).body).eql(agent);
    const { id: team_id } = await team.team(as);
    const { status, body } = await put(agent.id, { team_id, commission: { rate: 0.03 }, profile: { bio: 'Hi' } });
    expect(status).equal(200);
    expect(body).eql({
      ...agent,
      team_id,
      commission: { tier: 'gold', rate: 0.03 },
      profile: { ...agent.profile, bio: 'Hi' },
      updated_at: body.updated_at,
    });
    expect((await team.request('GET', `/v1/agents/${agent.id}`, { as })).body).eql(body);
    expect((await put(agent.id, { team_id: null, profile: { languages: null } })).body).deep.include({
      team_id: null,
      profile: { ...agent.profile, bio: 'Hi', languages: [] },
    });
    const entries = await team.journal(agent.id);
    expect(entries.map(({ type }) => type)).eql(['created', 'activated', 'field_update', 'field_update']);
    expect(Object.keys(entries[2]?.changes ?? {}).sort()).eql(['commission', 'profile', 'team_id']);
    expect(entries[2]?.changes?.team_id).eql({ from: null, to: team_id });
  });

  it('emits no event, as the contract has none for it', async () => {
    const agent = await team.agent(as);
    await put(agent.id, { name: 'Other', role: 'admin' });
    expect((await team.events(agent.id)).map(({ event }) => event)).eql(['agent.created']);
  });

  it('of other fields at the same time persists both', async () => {
    const { id } = await team.agent(as);
    const changes = [{ name: 'Other' }, { commission: { rate: 0.1 } }, { profile: { bio: 'Hi' } }, { role: 'viewer' }];
    const answers = await Promise.all(changes.map((body) => put(id, body)));
    expect(answers.map(({ status }) => status)).eql([200, 200, 200, 200]);
    expect((await team.request('GET', `/v1/agents/${id}`, { as })).body).deep.include({
      name: 'Other',
      role: 'viewer',
      commission: { tier: null, rate: 0.1 },
    });
  });

  it('with If-Match is 412 for who read an older version, and of many with the same tag one goes through', async () => {
    const { id } = await team.agent(as);
    const read = () => team.request('GET', `/v1/agents/${id}`, { as });
    const tag = (await read()).headers.get('etag') ?? '';
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => put(id, { name }, { 'if-match': tag })));
    expect(answers.map(({ status }) => status).sort()).eql([200, 412, 412]);
    expect((await put(id, { name: 'Late' }, { 'if-match': tag })).body.code).equal('PRECONDITION_FAILED');
    const fresh = (await read()).headers.get('etag') ?? '';
    expect((await put(id, { name: 'Fresh' }, { 'if-match': fresh })).status).equal(200);
    expect((await put(id, { name: 'Any' }, { 'if-match': '*' })).status).equal(200);
  });

  it('takes a deactivated agent back, and sets no other status', async () => {
    const agent = await team.agent(as, {}, 'inactive');
    expect((await put(agent.id, { status: 'active' })).body).includes({ status: 'active' });
    for (const status of ['inactive', 'invited']) {
      const refused = await put(agent.id, { status });
      expect([refused.status, refused.body.details[0].field]).eql([422, 'status']);
    }
    const invited = await team.agent(as, {}, 'invited');
    expect((await put(invited.id, { status: 'active' })).status).equal(422);
    expect((await put(invited.id, { status: 'invited', name: 'Same status' })).status).equal(200);
  });

  it('cannot give an agent the address of another active one, by writing it or by reactivation', async () => {
    const [ada, bo] = [await team.agent(as), await team.agent(as)];
    const taken = await put(bo.id, { email: ada.email.toUpperCase() });
    expect([taken.status, taken.body.message]).eql([409, 'An agent with this email exists already.']);
    const gone = await team.agent(as, {}, 'inactive');
    await team.agent(as, { email: gone.email }, 'invited');
    expect((await put(gone.id, { status: 'active' })).status).equal(409);
    expect((await put(gone.id, { status: 'active', email: 'free@example.com' })).status).equal(200);
    expect((await put(ada.id, { email: ada.email.toUpperCase() })).body.email).equal(ada.email);
  });

  it('of two reactivations of the same address at once lets one through', async () => {
    const first = await team.agent(as, {}, 'inactive');
    const second = await team.agent(as, { email: first.email }, 'inactive');
    const answers = await Promise.all([first, second].map(({ id }) => put(id, { status: 'active' })));
    expect(answers.map(({ status }) => status).sort()).eql([200, 409]);
  });

  for (const [body, field] of [
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ email: 'nobody' }, 'email'],
    [{ role: 'boss' }, 'role'],
    [{ status: null }, 'status'],
    [{ commission: { rate: 2 } }, 'commission.rate'],
    [{ team_id: 'team_none' }, 'team_id'],
    [{ team_id: 7 }, 'team_id'],
  ] as const) {
    it(`of ${JSON.stringify(body)} is 422, names ${field} and changes nothing`, async () => {
      const agent = await team.agent(as);
      const answer = await put(agent.id, body);
      expect([answer.status, answer.body.details.map((row: { field: string }) => row.field)]).eql([422, [field]]);
      expect((await team.request('GET', `/v1/agents/${agent.id}`, { as })).body).eql(agent);
    });
  }
});
