import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { fieldsOf, startTeam } from '../../support/team.js';

describe('/v1/teams', () => {
  const team = useFixture(startTeam);

  const as = { workspaceId: 'ws_teams' };
  const call = (method: string, id: string, body?: unknown, headers: Readonly<Record<string, string>> = {}) =>
    team().request(method, `/v1/teams/${id}`, { as, headers, ...(body === undefined ? {} : { body }) });

  it('creates teams with or without a team lead, and reads, changes and deletes them', async () => {
    const lead = await team().agent(as);
    const docks = await team().team(as, { name: 'Docks', lead_agent_id: lead.id });
    expect(docks.id).to.match(/^team_[0-9a-z]{26}$/);
    expect(docks).to.have.all.keys('id', 'name', 'lead_agent_id', 'created_at', 'updated_at');
    expect(docks).to.include({ name: 'Docks', lead_agent_id: lead.id });
    expect(await team().team(as)).to.include({ lead_agent_id: null });
    expect((await call('GET', docks.id)).body).to.deep.equal(docks);
    expect((await call('PUT', docks.id, docks)).body).to.deep.equal(docks);
    const renamed = await call('PUT', docks.id, { name: 'Old docks' });
    expect(renamed.body).to.deep.equal({ ...docks, name: 'Old docks', updated_at: renamed.body.updated_at });
    expect((await call('PUT', docks.id, { lead_agent_id: null })).body).to.include({
      name: 'Old docks',
      lead_agent_id: null,
    });
    const deleted = await call('DELETE', docks.id);
    expect([deleted.status, deleted.body]).to.deep.equal([204, null]);
    for (const method of ['GET', 'DELETE', 'PUT']) {
      expect((await call(method, docks.id, method === 'PUT' ? { name: 'X' } : undefined)).status, method).to.equal(404);
    }
    const types = (await team().journal(docks.id)).map(({ type }) => type);
    expect(types).to.deep.equal(['created', 'field_update', 'field_update', 'deleted']);
  });

  it('lists teams newest first or by name, by page, with the requested fields', async () => {
    const elsewhere = { workspaceId: 'ws_teams_listed' };
    for (const name of ['B', 'C', 'A']) await team().team(elsewhere, { name });
    const list = async (query: string) => {
      const { body, meta } = await team().request('GET', `/v1/teams${query}`, { as: elsewhere });
      return { names: body.map(({ name }: { name: string }) => name), body, meta };
    };
    expect((await list('')).names).to.deep.equal(['A', 'C', 'B']);
    expect((await list('?sort=name&order=asc')).names).to.deep.equal(['A', 'B', 'C']);
    const second = await list('?per_page=2&page=2');
    expect([second.names, second.meta.total, second.meta.total_pages]).to.deep.equal([['B'], 3, 2]);
    const first = await list('?per_page=2&cursor=');
    expect((await list(`?per_page=2&cursor=${first.meta.next_cursor}`)).names).to.deep.equal(['B']);
    expect((await list('?fields=name&per_page=1')).body[0]).to.have.all.keys('id', 'name');
  });

  it('deletes only teams that have no active or inactive agents', async () => {
    const docks = await team().team(as);
    const agent = await team().agent(as, { team_id: docks.id }, 'inactive');
    const refused = await call('DELETE', docks.id);
    expect([refused.status, refused.body.code]).to.deep.equal([409, 'CONFLICT']);
    await team().request('PUT', `/v1/agents/${agent.id}`, { body: { team_id: null }, as });
    expect((await call('DELETE', docks.id)).status).to.equal(204);
  });

  it('answers 412 to PUT and DELETE with an outdated If-Match', async () => {
    const docks = await team().team(as);
    const stale = { 'if-match': (await call('GET', docks.id)).headers.get('etag') ?? '' };
    expect((await call('PUT', docks.id, { name: 'Renamed' }, stale)).status).to.equal(200);
    expect((await call('PUT', docks.id, { name: 'Again' }, stale)).status).to.equal(412);
    expect((await call('DELETE', docks.id, undefined, stale)).status).to.equal(412);
    const fresh = { 'if-match': (await call('GET', docks.id)).headers.get('etag') ?? '' };
    expect((await call('DELETE', docks.id, undefined, fresh)).status).to.equal(204);
  });

  it("keeps a team's ETag and version when an agent joins", async () => {
    const docks = await team().team(as);
    const tag = (await call('GET', docks.id)).headers.get('etag') ?? '';
    await team().agent(as, { team_id: docks.id });
    expect((await call('GET', docks.id)).headers.get('etag')).to.equal(tag);
    expect((await call('PUT', docks.id, { name: 'Renamed' }, { 'if-match': tag })).status).to.equal(200);
  });

  it('returns the same ETag from POST and PUT as from GET, which satisfies the next If-Match', async () => {
    const made = await team().request('POST', '/v1/teams', { body: { name: 'Docks' }, as });
    const { id } = made.body;
    const tagOf = async () => (await call('GET', id)).headers.get('etag');
    expect(made.headers.get('etag')).to.equal(await tagOf());
    const renamed = await call('PUT', id, { name: 'Old docks' }, { 'if-match': made.headers.get('etag') ?? '' });
    expect([renamed.status, renamed.headers.get('etag')]).to.deep.equal([200, await tagOf()]);
    expect((await call('DELETE', id, undefined, { 'if-match': (await tagOf()) ?? '' })).status).to.equal(204);
  });

  it('shows the requested fields in GET, with an ETag for the same version', async () => {
    const docks = await team().team(as, { name: 'Docks' });
    const part = await team().request('GET', `/v1/teams/${docks.id}?fields=name`, { as });
    expect(part.body).to.deep.equal({ id: docks.id, name: 'Docks' });
    const unknown = await team().request('GET', `/v1/teams/${docks.id}?fields=agents`, { as });
    expect([unknown.status, unknown.body.details[0].field]).to.deep.equal([422, 'fields']);
    const tag = part.headers.get('etag') ?? '';
    expect((await call('PUT', docks.id, { name: 'Renamed' }, { 'if-match': tag })).status).to.equal(200);
    expect((await call('PUT', docks.id, { name: 'Again' }, { 'if-match': tag })).status).to.equal(412);
  });

  it('accepts a GET response as the body of POST and PUT, even under strict handling', async () => {
    const docks = await team().team(as);
    const strict = { prefer: 'handling=strict' };
    const same = await call('PUT', docks.id, docks, strict);
    expect([same.status, same.body]).to.deep.equal([200, docks]);
    const copy = await team().request('POST', '/v1/teams', { body: docks, as, headers: strict });
    expect(copy.status).to.equal(201);
    expect(copy.body.id).to.not.equal(docks.id);
    const stray = await call('PUT', docks.id, { ...docks, colour: 'blue' }, strict);
    expect([stray.status, stray.body.details[0].field]).to.deep.equal([422, 'colour']);
  });

  it('keeps a team lead who is deactivated, but accepts no inactive agent as a new team lead', async () => {
    const lead = await team().agent(as);
    const docks = await team().team(as, { lead_agent_id: lead.id });
    await team().request('POST', `/v1/agents/${lead.id}/deactivate`, { as });
    expect((await call('PUT', docks.id, { ...docks, name: 'Kept' })).body).to.include({ lead_agent_id: lead.id });
    const other = await team().team(as);
    const body = { name: 'X', lead_agent_id: lead.id };
    for (const refused of [
      await call('PUT', other.id, body),
      await team().request('POST', '/v1/teams', { body, as }),
    ]) {
      expect([refused.status, refused.body.details]).to.deep.equal([
        422,
        [{ field: 'lead_agent_id', message: 'must not be a deactivated agent' }],
      ]);
    }
  });

  it('reports an unknown team lead together with schema errors', async () => {
    const docks = await team().team(as);
    const body = { name: ' ', lead_agent_id: 'agent_none' };
    for (const answer of [await call('PUT', docks.id, body), await team().request('POST', '/v1/teams', { body, as })]) {
      const fields = fieldsOf(answer.body);
      expect([answer.status, fields]).to.deep.equal([422, ['lead_agent_id', 'name']]);
    }
  });

  it('creates one team for repeated requests with one Idempotency-Key', async () => {
    const post = () =>
      team().request('POST', '/v1/teams', { body: { name: 'Once' }, as, headers: { 'idempotency-key': 'team-once' } });
    const [first, second] = await Promise.all([post(), post()]);
    expect([first.status, second.status, second.body.id]).to.deep.equal([201, 201, first.body.id]);
  });

  it('answers 404 for another workspace and in the sandbox, like for an unknown team', async () => {
    const docks = await team().team(as);
    for (const method of ['GET', 'PUT', 'DELETE']) {
      const body = method === 'PUT' ? { body: { name: 'Mine' } } : {};
      const unknown = await team().request(method, '/v1/teams/team_none', { ...body, as });
      for (const other of [{ workspaceId: 'ws_stranger' }, { ...as, mode: 'sandbox' as const }]) {
        const foreign = await team().request(method, `/v1/teams/${docks.id}`, { ...body, as: other });
        expect([foreign.status, foreign.body], method).to.deep.equal([404, unknown.body]);
      }
    }
    expect((await call('GET', docks.id)).body).to.deep.equal(docks);
  });

  it('answers 422 to invalid fields, and reports them', async () => {
    const foreign = await team().agent({ workspaceId: 'ws_teams_other' });
    const faults: readonly (readonly [object, string])[] = [
      [{}, 'name'],
      [{ name: '' }, 'name'],
      [{ name: '  ' }, 'name'],
      [{ name: 't\u0000' }, 'name'],
      [{ name: 't\u0007' }, 'name'],
      [{ name: 'x'.repeat(201) }, 'name'],
      [{ name: 'X', lead_agent_id: 'agent_none' }, 'lead_agent_id'],
      [{ name: 'X', lead_agent_id: foreign.id }, 'lead_agent_id'],
    ];
    const docks = await team().team(as);
    for (const [body, field] of faults) {
      const answers = [await team().request('POST', '/v1/teams', { body, as })];
      if ('name' in body) answers.push(await call('PUT', docks.id, body));
      for (const answer of answers) {
        expect([answer.status, answer.body.details?.[0].field], JSON.stringify(body)).to.deep.equal([422, field]);
      }
    }
  });
});
