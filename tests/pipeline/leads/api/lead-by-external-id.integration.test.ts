import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

const person = (role: string) => ({ actor: { type: 'user' as const, id: 'user_1', role, agentId: 'agent_amira' } });

describe('/v1/leads/external/:external_id', () => {
  const pipeline = useFixture(startPipeline);
  const whole = { name: 'Maria Silva', email: 'maria@example.com' };

  function put(externalId: string, body: unknown, headers: Record<string, string> = {}, as = {}) {
    return pipeline().request('PUT', `/v1/leads/external/${encodeURIComponent(externalId)}`, { body, headers, as });
  }

  function get(externalId: string, query = '') {
    return pipeline().request('GET', `/v1/leads/external/${encodeURIComponent(externalId)}${query}`);
  }

  it('PUT creates a lead with the events and defaults of POST, then merges updates into it, each with an ETag', async () => {
    const made = await put('up-1', { ...whole, budget: { min: 1, max: 2 }, assigned_agent: 'agent_amira' });
    expect(made.status).to.equal(201);
    expect(made.body).to.deep.include({ external_id: 'up-1', stage: 'new', source: 'api' });
    const changed = await put('up-1', { budget: { max: 5 }, stage: 'viewing' });
    expect([changed.status, changed.body.id]).to.deep.equal([200, made.body.id]);
    expect(changed.body).to.deep.include({ budget: { min: 1, max: 5, currency: null }, name: 'Maria Silva' });
    expect(changed.headers.get('etag')).to.match(/^"2-/);
    expect(made.headers.get('etag')).to.match(/^"1-/);
    expect(await pipeline().eventNames(made.body.id)).to.deep.equal([
      'lead.created',
      'lead.assigned',
      'lead.updated',
      'lead.stage_changed',
    ]);
  });

  it('returns 200 with the same lead for a repeated PUT, and publishes no event', async () => {
    const { body } = await put('same', whole);
    const again = await put('same', { ...whole, external_id: 'same' });
    expect([again.status, again.body]).to.deep.equal([200, body]);
    expect(await pipeline().eventNames(body.id)).to.deep.equal(['lead.created']);
  });

  it('returns the same response to GET as GET by id', async () => {
    const { body } = await put('read', whole);
    expect((await get('read')).body).to.deep.equal(body);
    const reduced = await get('read', '?fields=name&include_activity=true');
    expect(reduced.body).to.have.keys(['id', 'name', 'activity']);
    expect((await get('nobody')).status).to.equal(404);
  });

  for (const externalId of ['a/b', 'a b', '100%', 'Ünïcode 界', '?#&=', 'activity', '%2F', 'a+b', '..a', '"quoted"']) {
    it(`accepts ${externalId} in the path`, async () => {
      expect((await put(externalId, whole)).body.external_id).to.equal(externalId);
      expect((await get(externalId)).body.external_id).to.equal(externalId);
    });
  }

  const faults: [title: string, externalId: string, body: unknown, fields: readonly string[]][] = [
    ['the fields that a creation requires', 'bad', { notes: 'x' }, ['name', 'email']],
    ['another external_id in the body', 'bad', { ...whole, external_id: 'other' }, ['external_id']],
    ['null for external_id', 'bad', { ...whole, external_id: null }, ['external_id']],
    ['an external_id that is too long', 'x'.repeat(256), whole, ['external_id']],
    ['an external_id with a control character', 'a\u0000', whole, ['external_id']],
    ['a stage on creation', 'bad', { ...whole, stage: 'viewing' }, ['stage']],
    ['malformed fields', 'bad', { ...whole, email: 'no' }, ['email']],
    ['errors of references', 'bad', { ...whole, assigned_agent: 'agent_nobody' }, ['assigned_agent']],
    [
      'schema errors and reference errors together',
      'bad',
      { assigned_agent: 'agent_nobody' },
      ['name', 'email', 'assigned_agent'],
    ],
    ['a body that is not an object', 'bad', [whole], ['body']],
  ];
  for (const [title, externalId, body, fields] of faults) {
    it(`PUT reports ${title}, and creates nothing`, async () => {
      const answer = await put(externalId, body);
      expect(answer.status).to.equal(422);
      expect(answer.body.details.map(({ field }: { field: string }) => field)).to.deep.equal(fields);
      expect((await get(externalId)).status).to.equal(404);
    });
  }

  it('PUT reports an error in an update, and unknown fields with Prefer: handling=strict', async () => {
    await put('strict', whole);
    const field = async (body: object, headers = {}) => (await put('strict', body, headers)).body.details[0].field;
    expect(await field({ budget: { min: 2, max: 1 } })).to.equal('budget.min');
    expect(await field({ nmae: 'x' }, { prefer: 'handling=strict' })).to.equal('nmae');
    expect((await put('strict', { nmae: 'x' })).status).to.equal(200);
  });

  it('PUT honours If-Match on an update and refuses it on a creation', async () => {
    const { headers } = await put('match', whole);
    const tag = headers.get('etag') ?? '';
    expect((await put('match', { notes: 'a' }, { 'if-match': tag })).status).to.equal(200);
    expect((await put('match', { notes: 'b' }, { 'if-match': tag })).status).to.equal(412);
    expect((await put('unmatched', whole, { 'if-match': tag })).status).to.equal(412);
    expect((await get('unmatched')).status).to.equal(404);
  });

  it('PUT only creates, and never updates, with If-None-Match: *', async () => {
    const header = { 'if-none-match': '*' };
    const made = await put('only', whole, header);
    expect(made.status).to.equal(201);
    const { status, body } = await put('only', { notes: 'x' }, header);
    expect([status, body.reason, body.data]).to.deep.equal([412, 'record_exists', { id: made.body.id }]);
  });

  it('PUT creates one lead for 20 simultaneous requests; the other requests update it', async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, place) => put('race', { ...whole, notes: `call ${place}` })),
    );
    expect(answers.filter(({ status }) => status === 201)).to.have.length(1);
    expect(answers.filter(({ status }) => status === 200)).to.have.length(19);
    expect(new Set(answers.map(({ body }) => body.id)).size).to.equal(1);
  });

  it('PUT creates a lead again after an erasure, even when requests and erasures alternate', async () => {
    const { body } = await put('again', whole);
    const answers = await Promise.all([
      pipeline().request('DELETE', `/v1/leads/${body.id}`),
      ...Array.from({ length: 10 }, (_, place) => put('again', { ...whole, notes: `call ${place}` })),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 204].includes(status))).to.deep.equal([]);
    const last = await put('again', whole);
    expect(last.body.id).to.not.equal(body.id);
  });

  it('identifies different leads in different workspaces', async () => {
    const { body } = await put('tenant', whole);
    const other = await put('tenant', whole, {}, { workspaceId: 'ws_other' });
    expect([other.status, other.body.id === body.id]).to.deep.equal([201, false]);
  });

  it('requires the scopes and roles of both creation and update for a PUT', async () => {
    expect((await put('scope', whole, {}, { scopes: ['read:leads'] })).status).to.equal(403);
    expect((await put('scope', whole, {}, person('viewer'))).status).to.equal(403);
    expect((await put('scope', whole, {}, person('agent'))).status).to.equal(201);
  });
});
