import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startTeam } from '../../support/team.js';

describe('PUT /v1/agents/:id', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_put' };
  const put = (id: string, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    team().request('PUT', `/v1/agents/${id}`, { body, as, headers });

  it('merges the body, and writes nothing if the body is a GET response', async () => {
    const agent = await team().agent(as, { commission: { tier: 'gold', rate: 0.02 }, profile: { languages: ['pt'] } });
    expect((await put(agent.id, agent)).body).to.deep.equal(agent);
    const { id: team_id } = await team().team(as);
    const { status, body } = await put(agent.id, { team_id, commission: { rate: 0.03 }, profile: { bio: 'Hi' } });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      ...agent,
      team_id,
      commission: { tier: 'gold', rate: 0.03 },
      profile: { ...agent.profile, bio: 'Hi' },
      updated_at: body.updated_at,
    });
    expect((await team().request('GET', `/v1/agents/${agent.id}`, { as })).body).to.deep.equal(body);
    expect((await put(agent.id, { team_id: null, profile: { languages: null } })).body).to.deep.include({
      team_id: null,
      profile: { ...agent.profile, bio: 'Hi', languages: [] },
    });
    const entries = await team().journal(agent.id);
    expect(entries.map(({ type }) => type)).to.deep.equal(['created', 'activated', 'field_update', 'field_update']);
    expect(Object.keys(entries[2]?.changes ?? {}).sort()).to.deep.equal(['commission', 'profile', 'team_id']);
    expect(entries[2]?.changes?.team_id).to.deep.equal({ from: null, to: team_id });
  });

  it('publishes no event', async () => {
    const agent = await team().agent(as);
    await put(agent.id, { name: 'Other', role: 'admin' });
    expect((await team().events(agent.id)).map(({ event }) => event)).to.deep.equal(['agent.created']);
  });

  it('keeps concurrent changes of different fields', async () => {
    const { id } = await team().agent(as);
    const changes = [{ name: 'Other' }, { commission: { rate: 0.1 } }, { profile: { bio: 'Hi' } }, { role: 'viewer' }];
    const answers = await Promise.all(changes.map((body) => put(id, body)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200]);
    expect((await team().request('GET', `/v1/agents/${id}`, { as })).body).to.deep.include({
      name: 'Other',
      role: 'viewer',
      commission: { tier: null, rate: 0.1 },
    });
  });

  it('answers 412 to an outdated If-Match, and accepts one of several concurrent requests with the same ETag', async () => {
    const { id } = await team().agent(as);
    const read = () => team().request('GET', `/v1/agents/${id}`, { as });
    const tag = (await read()).headers.get('etag') ?? '';
    const answers = await Promise.all(['A', 'B', 'C'].map((name) => put(id, { name }, { 'if-match': tag })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 412, 412]);
    expect((await put(id, { name: 'Late' }, { 'if-match': tag })).body.code).to.equal('PRECONDITION_FAILED');
    const fresh = (await read()).headers.get('etag') ?? '';
    expect((await put(id, { name: 'Fresh' }, { 'if-match': fresh })).status).to.equal(200);
    expect((await put(id, { name: 'Any' }, { 'if-match': '*' })).status).to.equal(200);
  });

  it('returns the same ETag as GET, which satisfies If-Match in the next PUT', async () => {
    const { id } = await team().agent(as);
    let tag = '*';
    for (const name of ['A', 'B', 'B', 'C']) {
      const answer = await put(id, { name }, { 'if-match': tag });
      expect(answer.status).to.equal(200);
      tag = answer.headers.get('etag') ?? '';
      expect((await team().request('GET', `/v1/agents/${id}`, { as })).headers.get('etag')).to.equal(tag);
    }
  });

  it('accepts a GET response with all relations as the body, even under strict handling, and changes nothing', async () => {
    const { id: team_id } = await team().team(as);
    const agent = await team().agent(as, { team_id });
    const whole = await team().request('GET', `/v1/agents/${agent.id}?expand=team,leads&include_stats=true`, { as });
    expect(whole.body).to.include.all.keys('stats', 'team', 'leads');
    for (const headers of [{}, { prefer: 'handling=strict' }]) {
      const { status, body } = await put(agent.id, whole.body, headers);
      expect([status, body]).to.deep.equal([200, agent]);
    }
    const stray = await put(agent.id, { ...whole.body, nickname: 'A' }, { prefer: 'handling=strict' });
    expect([stray.status, fieldsOf(stray.body)]).to.deep.equal([422, ['nickname']]);
  });

  it('reports schema errors, an invalid status and an unknown team together', async () => {
    const agent = await team().agent(as);
    const fields = async (body: object) => fieldsOf((await put(agent.id, body)).body);
    const rules = { status: 'inactive', team_id: 'team_none' };
    expect(await fields(rules)).to.deep.equal(['status', 'team_id']);
    expect(await fields({ ...rules, email: 'nobody', profile: { photo: 'x' } })).to.deep.equal([
      ...['email', 'profile.photo', 'status', 'team_id'],
    ]);
    expect(await fields({ email: 'nobody', team_id: 7 })).to.deep.equal(['email', 'team_id']);
    expect((await team().request('GET', `/v1/agents/${agent.id}`, { as })).body).to.deep.equal(agent);
  });

  it('shows the members of the profile in a fixed order', async () => {
    const agent = await team().agent(as, { profile: { license_number: 'L', languages: ['pt'], phone: '1' } });
    const order = ['phone', 'photo', 'bio', 'languages', 'license_number'];
    const answers = [
      await put(agent.id, { profile: { bio: 'Hi', photo: 'https://a.example/p.jpg' } }),
      await put(agent.id, { profile: { languages: null } }),
      await put(agent.id, { profile: null }),
      await team().request('GET', `/v1/agents/${agent.id}`, { as }),
    ];
    for (const { body } of [{ body: agent }, ...answers]) expect(Object.keys(body.profile)).to.deep.equal(order);
  });

  it('reactivates an inactive agent, and refuses all other status changes', async () => {
    const agent = await team().agent(as, {}, 'inactive');
    expect((await put(agent.id, { status: 'active' })).body).to.include({ status: 'active' });
    for (const status of ['inactive', 'invited']) {
      const refused = await put(agent.id, { status });
      expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, 'status']);
    }
    const invited = await team().agent(as, {}, 'invited');
    expect((await put(invited.id, { status: 'active' })).status).to.equal(422);
    expect((await put(invited.id, { status: 'invited', name: 'Same status' })).status).to.equal(200);
  });

  it('makes an invited agent active in the sandbox, where no one can accept an invitation', async () => {
    const inSandbox = { ...as, mode: 'sandbox' } as const;
    const invited = await team().agent(inSandbox, {}, 'invited');
    const answer = await team().request('PUT', `/v1/agents/${invited.id}`, {
      as: inSandbox,
      body: { status: 'active' },
    });
    expect([answer.status, answer.body.status]).to.deep.equal([200, 'active']);
  });

  it('answers 409 if another active agent has the address, even for a reactivation', async () => {
    const [ada, bo] = [await team().agent(as), await team().agent(as)];
    const taken = await put(bo.id, { email: ada.email.toUpperCase() });
    expect([taken.status, taken.body.message]).to.deep.equal([409, 'An agent with this email already exists.']);
    const inactive = await team().agent(as, {}, 'inactive');
    await team().agent(as, { email: inactive.email }, 'invited');
    expect((await put(inactive.id, { status: 'active' })).status).to.equal(409);
    expect((await put(inactive.id, { status: 'active', email: 'free@example.com' })).status).to.equal(200);
    expect((await put(ada.id, { email: ada.email.toUpperCase() })).body.email).to.equal(ada.email);
  });

  it('accepts one of two concurrent reactivations with the same address', async () => {
    const first = await team().agent(as, {}, 'inactive');
    const second = await team().agent(as, { email: first.email }, 'inactive');
    const answers = await Promise.all([first, second].map(({ id }) => put(id, { status: 'active' })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 409]);
  });

  for (const [body, field] of [
    [{ name: null }, 'name'],
    [{ name: '' }, 'name'],
    [{ name: 'a\tb' }, 'name'],
    [{ profile: { photo: 'javascript:alert(1)' } }, 'profile.photo'],
    [{ email: 'nobody' }, 'email'],
    [{ role: 'boss' }, 'role'],
    [{ status: null }, 'status'],
    [{ commission: { rate: 2 } }, 'commission.rate'],
    [{ team_id: 'team_none' }, 'team_id'],
    [{ team_id: 7 }, 'team_id'],
  ] as const) {
    it(`answers 422 for ${JSON.stringify(body)}, reports ${field} and changes nothing`, async () => {
      const agent = await team().agent(as);
      const answer = await put(agent.id, body);
      expect([answer.status, fieldsOf(answer.body)]).to.deep.equal([422, [field]]);
      expect((await team().request('GET', `/v1/agents/${agent.id}`, { as })).body).to.deep.equal(agent);
    });
  }
});
