import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('POST /v1/leads', () => {
  const pipeline = useFixture(startPipeline);

  function create(body: object, as = {}) {
    return pipeline().request('POST', '/v1/leads', {
      body: { name: 'Maria Silva', email: 'm@example.com', ...body },
      as,
    });
  }

  it('returns 201 with the full lead, like GET', async () => {
    const { status, body } = await create({
      email: 'Maria.Silva@Example.com',
      phone: '+351 910 000 001',
      source: 'referral',
      interested_properties: ['prop_river', 'unit_a1'],
      budget: { min: 100_000, max: 260_000, currency: 'EUR' },
      timeline: '3_months',
      notes: 'prefers mornings',
      assigned_agent: 'agent_amira',
      tags: ['vip'],
      id: 'lead_mine',
      score: 100,
      stage: 'won',
      created_at: '2020-01-01T00:00:00.000Z',
    });
    expect(status).to.equal(201);
    expect(body).to.deep.include({
      name: 'Maria Silva',
      email: 'maria.silva@example.com',
      stage: 'new',
      score: 20 + 30 + 17 + 15,
      assigned_agent: 'agent_amira',
      interested_properties: ['prop_river', 'unit_a1'],
      budget: { min: 100_000, max: 260_000, currency: 'EUR' },
      last_contacted: null,
    });
    expect(body.id).to.match(/^lead_[0-9a-z]{26}$/);
    expect(Date.parse(body.created_at)).to.be.greaterThan(Date.now() - 60_000);
    expect((await pipeline().request('GET', `/v1/leads/${body.id}`)).body).to.deep.equal(body);
  });

  it('gives missing fields their empty values', async () => {
    const { body } = await create({});
    expect(body).to.deep.include({ phone: null, source: 'api', budget: null, tags: [], interested_properties: [] });
  });

  it('sets the source to manual for a lead that a person creates', async () => {
    const actor = { type: 'user', id: 'user_1', name: 'Amira', role: 'agent', agentId: 'agent_amira' } as const;
    const { body } = await create({}, { actor });
    expect(body.source).to.equal('manual');
    expect((await pipeline().journal(body.id))[0]).to.include({ user: 'agent_amira', type: 'created' });
  });

  it('publishes lead.created, and lead.assigned when it has an agent', async () => {
    const plain = await create({});
    const assigned = await create({ assigned_agent: 'agent_invited' });
    expect(await pipeline().eventNames(plain.body.id)).to.deep.equal(['lead.created']);
    expect(await pipeline().eventNames(assigned.body.id)).to.deep.equal(['lead.created', 'lead.assigned']);
  });

  const faults: readonly (readonly [string, object, string])[] = [
    ['a missing name', { name: undefined }, 'name'],
    ['a blank name', { name: '  ' }, 'name'],
    ['a name that is too long', { name: 'x'.repeat(201) }, 'name'],
    ['no email address', { email: 'maria' }, 'email'],
    ['a source that is none', { source: 'billboard' }, 'source'],
    ['a negative budget', { budget: { max: -1 } }, 'budget.max'],
    ['a budget of text', { budget: { min: '5' } }, 'budget.min'],
    ['budget bounds in the wrong order', { budget: { min: 2, max: 1 } }, 'budget.min'],
    ['a currency that is none', { budget: { currency: 'ZZZ' } }, 'budget.currency'],
    ['a blank phone', { phone: '  ' }, 'phone'],
    ['a phone without digits', { phone: 'none' }, 'phone'],
    ['a blank tag', { tags: ['vip', ' '] }, 'tags[1]'],
    ['a timeline in weeks', { timeline: '3_weeks' }, 'timeline'],
    ['a timeline of no months', { timeline: '0_months' }, 'timeline'],
    ['tags that are not a list', { tags: 'vip' }, 'tags'],
    ['a follow-up that is not a time', { next_follow_up: 'soon' }, 'next_follow_up'],
    ['a follow-up in a leap second', { next_follow_up: '2016-12-31T23:59:60Z' }, 'next_follow_up'],
    ['an agent that is none', { assigned_agent: 'agent_nobody' }, 'assigned_agent'],
    ['an agent who has been deactivated', { assigned_agent: 'agent_gone' }, 'assigned_agent'],
    ['a listing that is none', { interested_properties: ['unit_a1', 'unit_none'] }, 'interested_properties[1]'],
  ];
  for (const [what, fields, field] of faults) {
    it(`answers 422 to ${what}, reports ${field}, and stores nothing`, async () => {
      const before = (await pipeline().request('GET', '/v1/leads')).meta.total;
      const { status, body } = await create(fields);
      expect(status).to.equal(422);
      expect(body.code).to.equal('VALIDATION_ERROR');
      expect(body.details.map((row: { field: string }) => row.field)).to.deep.equal([field]);
      expect((await pipeline().request('GET', '/v1/leads')).meta.total).to.equal(before);
    });
  }

  it('explains the required format of a phone number', async () => {
    const { body } = await create({ phone: 'none' });
    expect(body.details).to.deep.equal([{ field: 'phone', message: 'must contain digits, and no control characters' }]);
  });

  it('reports schema errors and reference errors together', async () => {
    const { status, body } = await create({
      email: 'bad',
      budget: { min: 9, max: 1 },
      assigned_agent: 'nope',
      interested_properties: ['x', 'unit_a1', 'y'],
    });
    expect(status).to.equal(422);
    expect(body.details.map((row: { field: string }) => row.field)).to.have.members([
      ...['email', 'budget.min', 'assigned_agent', 'interested_properties[0]', 'interested_properties[2]'],
    ]);
  });

  it('stores a name without surrounding spaces', async () => {
    const { body } = await create({ name: '  Trim  Me ' });
    expect(body.name).to.equal('Trim  Me');
    const put = await pipeline().request('PUT', `/v1/leads/${body.id}`, { body: { name: ' Trim  Me' } });
    expect(put.body).to.deep.equal(body);
  });

  it('stores tags without surrounding spaces or duplicates', async () => {
    const { status, body } = await create({ tags: [' vip ', 'vip', 'cash buyer'] });
    expect([status, body.tags]).to.deep.equal([201, ['vip', 'cash buyer']]);
  });

  it('stores a phone number as written, in digits of any script', async () => {
    for (const phone of ['٠٩١٢ ٣٤٥', '１２３４']) {
      const { status, body } = await create({ phone });
      expect([status, body.phone]).to.deep.equal([201, phone]);
    }
  });

  it('returns the same ETag as GET', async () => {
    const { headers, body } = await create({});
    expect(headers.get('etag')).to.match(/^"1-/);
    expect((await pipeline().request('GET', `/v1/leads/${body.id}`)).headers.get('etag')).to.equal(headers.get('etag'));
  });

  it('accepts the read-only fields of a lead under strict handling, and refuses unknown fields', async () => {
    const { body } = await create({});
    const fields = {
      name: body.name,
      email: body.email,
      id: body.id,
      score: 3,
      created_at: body.created_at,
      updated_at: 1,
    };
    const strict = (more: object) =>
      pipeline().request('POST', '/v1/leads', { body: { ...fields, ...more }, headers: { prefer: 'handling=strict' } });
    const taken = await strict({});
    expect(taken.status).to.equal(201);
    expect(taken.body).to.include({ score: body.score });
    expect(taken.body.id).to.not.equal(body.id);
    expect((await strict({ shoe_size: 44 })).body.details[0].field).to.equal('shoe_size');
  });

  it("refuses another workspace's agent and listing as unknown", async () => {
    const fields = { assigned_agent: 'agent_amira', interested_properties: ['unit_a1'] };
    const { status, body } = await create(fields, { workspaceId: 'ws_two' });
    expect(status).to.equal(422);
    expect(body.details.map((row: { field: string }) => row.field)).to.deep.equal([
      'interested_properties[0]',
      'assigned_agent',
    ]);
  });
});
