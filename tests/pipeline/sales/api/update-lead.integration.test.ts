import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('PUT /v1/leads/:id', () => {
  const pipeline = useFixture(startPipeline);

  function put(id: string, body: object, headers: Record<string, string> = {}) {
    return pipeline().request('PUT', `/v1/leads/${id}`, { body, headers });
  }

  it('merges the fields and returns the lead as GET does', async () => {
    const lead = await pipeline().lead({ budget: { min: 1, max: 2, currency: 'EUR' }, tags: ['vip'] });
    const { status, body } = await put(lead.id, { budget: { max: 5 }, stage: 'viewing', notes: 'x', phone: null });
    expect(status).to.equal(200);
    expect(body).to.deep.include({ budget: { min: 1, max: 5, currency: 'EUR' }, stage: 'viewing', tags: ['vip'] });
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).body).to.deep.equal(body);
  });

  it('publishes lead.updated once, and the event for each special change once', async () => {
    const lead = await pipeline().lead();
    await put(lead.id, { stage: 'viewing', assigned_agent: 'agent_bruno', notes: 'x' });
    expect(await pipeline().eventNames(lead.id)).to.deep.equal([
      'lead.created',
      'lead.updated',
      'lead.stage_changed',
      'lead.assigned',
    ]);
    const entries = await pipeline().journal(lead.id);
    const payload = JSON.parse(entries[1]?.events[0]?.payload ?? '');
    const { stage_entered_at } = lead;
    expect(payload.previous).to.deep.equal({ stage: 'new', stage_entered_at, assigned_agent: null, notes: null });
    expect(payload.data.stage).to.equal('viewing');
  });

  it('changes and publishes nothing if the body is a GET response', async () => {
    const lead = await pipeline().lead({ interested_properties: ['unit_a1'], assigned_agent: 'agent_amira' });
    const { status, body } = await put(lead.id, lead);
    expect(status).to.equal(200);
    expect(body).to.deep.equal(lead);
    expect(await pipeline().journal(lead.id)).to.have.length(2);
  });

  it('accepts deleted listings and agents only if the lead already has them', async () => {
    const lead = await pipeline().lead({ interested_properties: ['unit_a1'] });
    const live = pipeline().runtime.databases.live.collection('leads');
    const gone = { interested_properties: ['unit_sold_off', 'unit_a1'], assigned_agent: 'agent_gone' };
    await live.updateOne({ _id: lead.id }, { $set: gone });
    expect((await put(lead.id, { ...gone, notes: 'kept' })).status).to.equal(200);
    const { status, body } = await put(lead.id, { interested_properties: ['unit_sold_off', 'unit_none'] });
    expect(status).to.equal(422);
    expect(body.details.map((row: { field: string }) => row.field)).to.deep.equal(['interested_properties[1]']);
  });

  it('scores the lead by the prices of its new listings', async () => {
    const lead = await pipeline().lead({ budget: { max: 250_000, currency: 'EUR' } });
    const dear = await put(lead.id, { interested_properties: ['unit_b2'] });
    const fitting = await put(lead.id, { interested_properties: ['unit_b2', 'unit_a1'] });
    expect(fitting.body.score - dear.body.score).to.equal(20);
    const without = await put(lead.id, { interested_properties: null });
    expect(without.body).to.deep.include({ interested_properties: [], score: lead.score });
  });

  it('refuses a budget whose merged limits are in the wrong order, and reports the limit in the request', async () => {
    const lead = await pipeline().lead({ budget: { min: 5, max: 10 } });
    for (const [budget, field] of [
      [{ min: 11 }, 'budget.min'],
      [{ max: 4 }, 'budget.max'],
    ] as const) {
      const { status, body } = await put(lead.id, { budget });
      expect([status, body.details[0].field]).to.deep.equal([422, field]);
    }
  });

  it('refuses a budget with more decimals than its currency has, like POST', async () => {
    const lead = await pipeline().lead({ budget: { min: 5.25, max: 10, currency: 'EUR' } });
    for (const [budget, field] of [
      [{ max: 10.001 }, 'budget.max'],
      [{ currency: 'JPY' }, 'budget.min'],
    ] as const) {
      const { status, body } = await put(lead.id, { budget });
      expect([status, body.details[0].field]).to.deep.equal([422, field]);
    }
    const fine = { name: 'Ada', email: 'ada@example.com', budget: { max: 0.5, currency: 'JPY' } };
    const { status, body } = await pipeline().request('POST', '/v1/leads', { body: fine });
    expect([status, body.details[0].field]).to.deep.equal([422, 'budget.max']);
  });

  it('stores two simultaneous changes of different fields', async () => {
    const lead = await pipeline().lead();
    await Promise.all([put(lead.id, { notes: 'one' }), put(lead.id, { timeline: '2_months' })]);
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}`);
    expect(body).to.include({ notes: 'one', timeline: '2_months' });
  });

  it('answers 412 to an outdated If-Match', async () => {
    const lead = await pipeline().lead();
    const etag = (await pipeline().request('GET', `/v1/leads/${lead.id}`)).headers.get('etag') ?? '';
    expect((await put(lead.id, { notes: 'first' }, { 'if-match': etag })).status).to.equal(200);
    expect((await put(lead.id, { notes: 'second' }, { 'if-match': etag })).status).to.equal(412);
  });

  it('accepts in If-Match the ETag of a GET with relations or fields, and the ETag of its own response', async () => {
    const lead = await pipeline().lead({ interested_properties: ['unit_a1'], assigned_agent: 'agent_amira' });
    for (const query of ['', '?expand=properties,agent', '?fields=name', '?include_activity=true']) {
      const read = await pipeline().request('GET', `/v1/leads/${lead.id}${query}`);
      const tag = read.headers.get('etag') ?? '';
      const first = await put(lead.id, { notes: `after ${query}` }, { 'if-match': tag });
      expect(first.status, query).to.equal(200);
      expect((await put(lead.id, { notes: 'x' }, { 'if-match': tag })).status, query).to.equal(412);
      const own = first.headers.get('etag') ?? '';
      expect((await put(lead.id, { notes: 'y' }, { 'if-match': own })).status, query).to.equal(200);
    }
  });

  it('accepts an ETag after a note that changes no lead field, but not after a note about a call', async () => {
    const lead = await pipeline().lead();
    const tag = (await pipeline().request('GET', `/v1/leads/${lead.id}`)).headers.get('etag') ?? '';
    const note = (type: string) =>
      pipeline().request('POST', `/v1/leads/${lead.id}/notes`, { body: { content: 'Rang.', type } });
    await note('note');
    expect((await put(lead.id, {}, { 'if-match': tag })).status).to.equal(200);
    await note('call');
    expect((await put(lead.id, {}, { 'if-match': tag })).status).to.equal(412);
  });

  it('reports schema errors, reference errors and errors in the merged budget together', async () => {
    const lead = await pipeline().lead({ budget: { max: 10 } });
    const body = {
      email: 'bad',
      timeline: 'z',
      assigned_agent: 'nope',
      interested_properties: ['x'],
      budget: { min: 11 },
    };
    const fieldsOf = (reply: Awaited<ReturnType<typeof put>>) =>
      reply.body.details.map((row: { field: string }) => row.field);
    const wrong = await put(lead.id, body);
    expect(wrong.status).to.equal(422);
    const references = ['budget.min', 'interested_properties[0]', 'assigned_agent'];
    expect(fieldsOf(wrong)).to.have.members(['email', 'timeline', ...references]);
    const { email: _email, timeline: _timeline, ...dangling } = body;
    expect(fieldsOf(await put(lead.id, dangling))).to.have.members(references);
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).body).to.deep.equal(lead);
  });

  it('accepts a GET response with relations and timeline under strict handling', async () => {
    const lead = await pipeline().lead({ interested_properties: ['unit_a1'], assigned_agent: 'agent_amira' });
    const query = '?expand=agent,properties&include_activity=true';
    const { body } = await pipeline().request('GET', `/v1/leads/${lead.id}${query}`);
    const prefer = { prefer: 'handling=strict' };
    const reply = await put(lead.id, { ...body, score: 'whatever' }, prefer);
    expect([reply.status, reply.body]).to.deep.equal([200, lead]);
    expect((await put(lead.id, { ...lead, shoe_size: 44 }, prefer)).body.details[0].field).to.equal('shoe_size');
  });

  it("answers 404 for an unknown id and for another workspace's lead", async () => {
    const lead = await pipeline().lead();
    const unknown = await put('lead_none', { notes: 'x' });
    const foreign = await pipeline().request('PUT', `/v1/leads/${lead.id}`, {
      body: { notes: 'x' },
      as: { workspaceId: 'ws_two' },
    });
    const sandbox = await pipeline().request('PUT', `/v1/leads/${lead.id}`, {
      body: { notes: 'x' },
      as: { mode: 'sandbox' },
    });
    for (const reply of [unknown, foreign, sandbox]) {
      expect(reply.status).to.equal(404);
      expect(reply.body).to.deep.equal(unknown.body);
    }
  });
});

describe('PUT /v1/leads/:id while another request changes the lead', () => {
  let changeMeanwhile: () => Promise<unknown> = async () => undefined;
  const listings = {
    findNamed: async () => [],
    find: async () => {
      await changeMeanwhile();
      return [];
    },
  };
  const pipeline = useFixture(() => startPipeline({ listings }));

  it('refuses a deactivated agent if the lead was taken from that agent between the read and the change', async () => {
    const lead = await pipeline().lead();
    const live = pipeline().runtime.databases.live.collection('leads');
    const assign = (agent: string) => live.updateOne({ _id: lead.id }, { $set: { assigned_agent: agent } });
    await assign('agent_gone');
    changeMeanwhile = () => assign('agent_amira');
    const body = { assigned_agent: 'agent_gone', notes: 'x' };
    const refused = await pipeline().request('PUT', `/v1/leads/${lead.id}`, { body });
    expect(refused.status).to.equal(422);
    expect(refused.body.details.map(({ field }: { field: string }) => field)).to.deep.equal(['assigned_agent']);
    const kept = await pipeline().request('GET', `/v1/leads/${lead.id}`);
    expect(kept.body).to.include({ assigned_agent: 'agent_amira', notes: null });
  });
});
