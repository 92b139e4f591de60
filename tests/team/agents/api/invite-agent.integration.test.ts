import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startTeam } from '../../support/team.js';

describe('POST /v1/agents', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_invite' };
  const invite = (body: unknown, headers: Readonly<Record<string, string>> = {}) =>
    team().request('POST', '/v1/agents', { body, as, headers });

  it('creates an invited agent with defaults and a lower-case address, which GET returns unchanged', async () => {
    const { status, body } = await invite({ email: 'Ada.Lopez@Example.COM', name: 'Ada Lopez' });
    expect(status).to.equal(201);
    expect(body.id).to.match(/^agent_[0-9a-z]{26}$/);
    expect(body).to.deep.include({
      email: 'ada.lopez@example.com',
      name: 'Ada Lopez',
      role: 'agent',
      status: 'invited',
      profile: { phone: null, photo: null, bio: null, languages: [], license_number: null },
      team_id: null,
      commission: { tier: null, rate: null },
      invitation_sent_at: null,
      last_active: null,
    });
    expect(body).to.not.have.any.keys('version', 'workspace_id', '_id', 'derived');
    expect((await team().request('GET', `/v1/agents/${body.id}`, { as })).body).to.deep.equal(body);
  });

  it('accepts role, team, commission and profile', async () => {
    const { id } = await team().team(as);
    const profile = {
      phone: '+351 1',
      photo: 'https://a.example/p.jpg',
      bio: 'Hi',
      languages: ['pt'],
      license_number: 'L',
    };
    const said = { role: 'viewer', team_id: id, commission: { tier: 'gold', rate: 0.03 }, profile };
    expect(await team().agent(as, said, 'invited')).to.deep.include(said);
  });

  it('publishes agent.created once, with the agent as GET shows it', async () => {
    const agent = await team().agent(as, {}, 'invited');
    const events = await team().events(agent.id);
    expect(events).to.have.length(1);
    expect(events[0]).to.deep.include({ event: 'agent.created', workspace_id: 'ws_invite', data: agent });
    expect(events[0]).to.not.have.property('previous');
  });

  it('creates one agent for repeated requests with one Idempotency-Key', async () => {
    const body = { email: 'once@example.com', name: 'Once' };
    const answers = await Promise.all([1, 2, 3].map(() => invite(body, { 'idempotency-key': 'invite-once' })));
    expect(answers.map(({ status }) => status)).to.deep.equal([201, 201, 201]);
    expect(new Set(answers.map((answer) => answer.body.id)).size).to.equal(1);
    expect((await team().request('GET', '/v1/agents?search=once@', { as })).meta.total).to.equal(1);
  });

  it('answers 409 for the address of an invited or active agent, in upper or lower case and for concurrent requests', async () => {
    const invited = await team().agent(as, {}, 'invited');
    const active = await team().agent(as, {}, 'active');
    for (const { email } of [invited, active]) {
      const again = await invite({ email: email.toUpperCase(), name: 'Again' });
      expect([again.status, again.body.code, again.body.message]).to.deep.equal([
        409,
        'CONFLICT',
        'An agent with this email already exists.',
      ]);
    }
    const many = await Promise.all([1, 2, 3, 4].map(() => invite({ email: 'rush@example.com', name: 'Rush' })));
    expect(many.map(({ status }) => status).sort()).to.deep.equal([201, 409, 409, 409]);
  });

  it('accepts the address of an inactive agent, and of an agent in another workspace', async () => {
    const inactive = await team().agent(as, {}, 'inactive');
    const again = await invite({ email: inactive.email, name: 'Back' });
    expect(again.status).to.equal(201);
    expect(again.body.id).to.not.equal(inactive.id);
    await team().agent({ workspaceId: 'ws_invite_other' }, { email: inactive.email });
    await team().agent({ ...as, mode: 'sandbox' }, { email: inactive.email });
  });

  it('returns the same ETag as GET', async () => {
    const { body, headers } = await invite({ email: 'tagged@example.com', name: 'Tagged' });
    const read = await team().request('GET', `/v1/agents/${body.id}`, { as });
    expect(headers.get('etag')).to.equal(read.headers.get('etag'));
    const known = { as, headers: { 'if-match': headers.get('etag') ?? '' }, body: { name: 'Renamed' } };
    expect((await team().request('PUT', `/v1/agents/${body.id}`, known)).status).to.equal(200);
  });

  it('ignores read-only fields, even under strict handling', async () => {
    const kept = { id: 'agent_mine', stats: {}, invitation_sent_at: null, last_active: null };
    const times = { created_at: '2020-01-01T00:00:00Z', updated_at: 'never' };
    const fields = { name: 'Strict', email: 'strict@example.com' };
    const strict = { prefer: 'handling=strict' };
    const { status, body } = await invite({ ...fields, ...kept, ...times }, strict);
    expect(status).to.equal(201);
    expect(body.id).to.not.equal(kept.id);
    expect(Date.parse(body.created_at)).to.be.closeTo(Date.now(), 60_000);
    const stray = await invite({ ...fields, nickname: 'S', profile: { shoe: 43 } }, strict);
    expect(fieldsOf(stray.body)).to.deep.equal(['nickname', 'profile.shoe']);
  });

  it('reports an unknown team together with schema errors', async () => {
    const { status, body } = await invite({ email: 'nobody', role: 'boss', team_id: 'team_none' });
    const fields = fieldsOf(body);
    expect([status, fields]).to.deep.equal([422, ['email', 'name', 'role', 'team_id']]);
  });

  it('explains in words which names and photos are valid', async () => {
    const { body } = await invite({ email: 'a@example.com', name: ' ', profile: { photo: 'ftp://a.example/p.jpg' } });
    expect(body.details).to.deep.equal([
      { field: 'name', message: 'must not be blank or have control characters' },
      { field: 'profile.photo', message: 'must be an http or https URL' },
    ]);
  });

  it('refuses a photo address without a host', async () => {
    for (const photo of ['http://', 'https://', 'https:///etc', 'https://:80/', 'https://?a']) {
      const { status, body } = await invite({ email: 'a@example.com', name: 'A', profile: { photo } });
      expect([status, body.details[0].field], photo).to.deep.equal([422, 'profile.photo']);
    }
  });

  const faults: readonly (readonly [object, string])[] = [
    [{ email: undefined }, 'email'],
    [{ email: 'nobody' }, 'email'],
    [{ email: `${'a'.repeat(250)}@example.com` }, 'email'],
    [{ name: undefined }, 'name'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'x\u0000y' }, 'name'],
    [{ name: 'x\ny' }, 'name'],
    [{ name: 'x\u202Ey' }, 'name'],
    [{ profile: { photo: 'javascript:alert(1)' } }, 'profile.photo'],
    [{ role: 'boss' }, 'role'],
    [{ role: null }, 'role'],
    [{ commission: { rate: 1.01 } }, 'commission.rate'],
    [{ commission: { rate: -0.1 } }, 'commission.rate'],
    [{ commission: 0.03 }, 'commission'],
    [{ profile: { photo: 'no address' } }, 'profile.photo'],
    [{ profile: { languages: ['en', 7] } }, 'profile.languages[1]'],
    [{ team_id: 'team_none' }, 'team_id'],
  ];
  for (const [change, field] of faults) {
    it(`answers 422 for ${JSON.stringify(change, (_key, value) => value ?? String(value)).slice(0, 60)} and reports ${field}`, async () => {
      const elsewhere = { workspaceId: 'ws_bad' };
      const body = { email: 'a@example.com', name: 'Ada', ...change };
      const answer = await team().request('POST', '/v1/agents', { body, as: elsewhere });
      expect([answer.status, answer.body.code]).to.deep.equal([422, 'VALIDATION_ERROR']);
      expect(fieldsOf(answer.body)).to.deep.equal([field]);
      expect((await team().request('GET', '/v1/agents', { as: elsewhere })).body).to.deep.equal([]);
    });
  }

  it("refuses another workspace's team like an unknown one", async () => {
    const theirs = await team().team({ workspaceId: 'ws_theirs' });
    const [foreign, unknown] = await Promise.all(
      [theirs.id, 'team_none'].map((team_id) => invite({ email: 'x@example.com', name: 'X', team_id })),
    );
    expect(foreign?.status).to.equal(422);
    expect(foreign?.body).to.deep.equal(unknown?.body);
  });
});
