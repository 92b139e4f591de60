import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startTeam } from '../../support/team.js';

describe('external_id of an agent', () => {
  const team = useFixture(startTeam);
  let made = 0;

  function body(fields: object = {}) {
    made += 1;
    return { name: 'Ada Lopez', email: `ada${made}@example.com`, ...fields };
  }

  const put = (externalId: string, fields: object, options = {}) =>
    team().request('PUT', `/v1/agents/external/${encodeURIComponent(externalId)}`, { body: fields, ...options });
  const get = (externalId: string) => team().request('GET', `/v1/agents/external/${encodeURIComponent(externalId)}`);
  const person = (role: string, scopes = ['write:agents']) => ({
    as: { actor: { type: 'user' as const, id: `user_${role}`, role }, scopes },
  });

  it('is set, found, changed and cleared, and included in the invitation event', async () => {
    const agent = await team().create('/v1/agents', body({ external_id: 'HR 1/2' }));
    const list = '/v1/agents?external_id=none,HR 1%2F2&fields=external_id&sort=email';
    expect((await team().request('GET', list)).body).to.deep.equal([{ id: agent.id, external_id: 'HR 1/2' }]);
    expect((await team().events(agent.id))[0].data.external_id).to.equal('HR 1/2');
    const change = (external_id: string | null) =>
      team().request('PUT', `/v1/agents/${agent.id}`, { body: { external_id } });
    expect((await change('HR-2')).body.external_id).to.equal('HR-2');
    expect((await change(null)).body.external_id).to.equal(null);
    expect((await get('HR-2')).status).to.equal(404);
  });

  it("answers 409 with the other agent's id, unlike an address that is in use", async () => {
    const first = await team().create('/v1/agents', body({ external_id: 'taken' }));
    const other = await team().create('/v1/agents', body({ external_id: 'other' }));
    const refused = { reason: 'external_id_in_use', data: { id: first.id } };
    const posted = await team().request('POST', '/v1/agents', { body: body({ external_id: 'taken' }) });
    expect(posted.status).to.equal(409);
    expect(posted.body).to.deep.include(refused);
    const changed = await team().request('PUT', `/v1/agents/${other.id}`, { body: { external_id: 'taken' } });
    expect(changed.status).to.equal(409);
    expect(changed.body).to.deep.include(refused);
    const sameEmail = await put('new', { name: 'Ada', email: first.email });
    expect([sameEmail.status, sameEmail.body.reason]).to.deep.equal([409, 'agent_email_taken']);
  });

  it('stays with a deactivated agent', async () => {
    const { id } = await team().create('/v1/agents', body({ external_id: 'gone' }));
    expect((await team().request('POST', `/v1/agents/${id}/deactivate`, { body: {} })).status).to.equal(200);
    expect((await get('gone')).body.id).to.equal(id);
    expect((await team().request('POST', '/v1/agents', { body: body({ external_id: 'gone' }) })).status).to.equal(409);
  });

  it('is given to only one agent by 50 simultaneous invitations', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => team().request('POST', '/v1/agents', { body: body({ external_id: 'race' }) })),
    );
    const counts = [201, 409].map((wanted) => answers.filter(({ status }) => status === wanted).length);
    expect(counts).to.deep.equal([1, 49]);
  });

  it('lets the first PUT invite and a later one update, while a repeated PUT changes nothing', async () => {
    const fields = body();
    const invited = await put('up/1', fields);
    expect(invited.status).to.equal(201);
    expect(invited.body).to.deep.include({ external_id: 'up/1', role: 'agent', status: 'invited' });
    expect(team().invitations.requests.filter(({ id }) => id === invited.body.id)).to.have.length(1);
    const again = await put('up/1', { ...fields, external_id: 'up/1' });
    expect([again.status, again.body]).to.deep.equal([200, invited.body]);
    const changed = await put('up/1', { commission: { rate: 0.03 } });
    expect([changed.status, changed.body.commission.rate]).to.deep.equal([200, 0.03]);
    expect((await get('up/1')).body).to.deep.equal(changed.body);
    expect(team().invitations.requests.filter(({ id }) => id === invited.body.id)).to.have.length(1);
    expect((await team().events(invited.body.id)).map(({ event }) => event)).to.deep.equal(['agent.created']);
  });

  it('lets one of 10 simultaneous PUTs with the same address invite, and the others update', async () => {
    const fields = body();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) => put('ten', { ...fields, name: `Ada ${place}` })),
    );
    const counts = [201, 200].map((wanted) => answers.filter(({ status }) => status === wanted).length);
    expect(counts).to.deep.equal([1, 9]);
  });

  it('is refused in a PUT that lacks fields of an invitation, or that has a status or a different external id', async () => {
    expect(fieldsOf((await put('bad', { role: 'agent' })).body)).to.deep.equal(['email', 'name']);
    expect(fieldsOf((await put('bad', body({ status: 'active' }))).body)).to.deep.equal(['status']);
    expect(fieldsOf((await put('bad', body({ external_id: 'else' }))).body)).to.deep.equal(['external_id']);
    expect(fieldsOf((await put('bad', body({ team_id: 'team_none' }))).body)).to.deep.equal(['team_id']);
    expect((await get('bad')).status).to.equal(404);
  });

  it('supports If-Match and If-None-Match in a PUT', async () => {
    const tag = (await put('match', body())).headers.get('etag') ?? '';
    expect((await put('match', { name: 'A' }, { headers: { 'if-match': tag } })).status).to.equal(200);
    expect((await put('match', { name: 'B' }, { headers: { 'if-match': tag } })).status).to.equal(412);
    expect((await put('match', { name: 'B' }, { headers: { 'if-none-match': '*' } })).status).to.equal(412);
  });

  it('answers 403 to a PUT by callers who may not invite or change the agent', async () => {
    const refused = await put('high', body({ role: 'owner' }), person('admin'));
    expect([refused.status, refused.body.reason]).to.deep.equal([403, 'role_above_own']);
    expect((await get('high')).status).to.equal(404);
    expect((await put('low', body(), person('agent'))).status).to.equal(403);
    expect((await put('low', body(), person('admin', ['read:agents']))).status).to.equal(403);
    expect((await put('low', body(), person('admin'))).status).to.equal(201);
  });
});
