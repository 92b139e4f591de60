import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe("POST /v1/leads with another lead's email or phone number", () => {
  const pipeline = useFixture(startPipeline);

  function create(body: object, query = '', headers = {}) {
    return pipeline().request('POST', `/v1/leads${query}`, { body: { name: 'Someone', ...body }, headers });
  }

  async function total(email: string): Promise<number> {
    return (await pipeline().request('GET', `/v1/leads?search=${encodeURIComponent(email)}`)).meta.total;
  }

  it('creates the lead and lists its duplicates, oldest first', async () => {
    const first = await create({ email: 'one@example.com', phone: '+351 910 000 001' });
    const second = await create({ email: 'two@example.com', phone: '351-910000001' });
    const third = await create({ email: 'ONE@example.com', phone: null });
    expect(first.meta).to.equal(null);
    expect(second.status).to.equal(201);
    expect(second.meta.possible_duplicates).to.deep.equal([first.body.id]);
    expect(third.meta.possible_duplicates).to.deep.equal([first.body.id]);
    const fourth = await create({ email: 'one@example.com', phone: '351 910000001' });
    expect(fourth.meta.possible_duplicates).to.deep.equal([first.body.id, second.body.id, third.body.id]);
  });

  it('lists no leads without a phone number, and none from other workspaces', async () => {
    await pipeline().lead({ email: 'shared@example.com', phone: '77712' }, { workspaceId: 'ws_two' });
    await create({ email: 'nophone1@example.com' });
    expect((await create({ email: 'nophone2@example.com' })).meta).to.equal(null);
    expect((await create({ email: 'shared@example.com', phone: '77712' })).meta).to.equal(null);
  });

  it('answers 409 with on_duplicate=reject', async () => {
    const first = await create({ email: 'reject@example.com' });
    const { status, body } = await create({ email: 'reject@example.com' }, '?on_duplicate=reject');
    expect(status).to.equal(409);
    expect(body.code).to.equal('CONFLICT');
    expect(body.details).to.deep.equal([{ field: 'email', message: `the lead ${first.body.id} has the same email` }]);
    expect(await total('reject@example.com')).to.equal(1);
    expect((await create({ email: 'fresh@example.com' }, '?on_duplicate=reject')).status).to.equal(201);
  });

  it('returns the other lead with on_duplicate=return', async () => {
    const first = await create({ email: 'return@example.com', phone: '123123' });
    const { status, body } = await create({ email: 'x@example.com', phone: '(123) 123' }, '?on_duplicate=return');
    expect(status).to.equal(200);
    expect(body).to.deep.equal(first.body);
  });

  it('returns only the id with on_duplicate=return to a caller who may not read leads, even in bulk', async () => {
    const first = await create({ email: 'unread@example.com', phone: '5550199' });
    const write = (path: string, body: object) =>
      pipeline().request('POST', path, { body, as: { scopes: ['write:leads'] } });
    const same = { name: 'Someone', email: 'unread@example.com' };
    const alone = await write('/v1/leads?on_duplicate=return', same);
    expect([alone.status, alone.body]).to.deep.equal([200, { id: first.body.id }]);
    const fresh = { name: 'Someone', email: 'unread-fresh@example.com' };
    const whole = await write('/v1/leads/bulk?on_duplicate=return', { leads: [same, fresh] });
    expect(whole.body[0]).to.deep.equal({ id: first.body.id });
    expect(whole.body[1]).to.include({ email: fresh.email });
    const partial = await write('/v1/leads/bulk?on_duplicate=return&partial=true', { leads: [same] });
    expect(partial.body[0].data).to.deep.equal({ id: first.body.id });
    const refused = await write('/v1/leads?on_duplicate=reject', same);
    expect([refused.status, refused.body.data]).to.deep.equal([409, { lead_ids: [first.body.id] }]);
    expect(JSON.stringify(refused.body)).to.not.include('5550199');
  });

  it('answers 409 with a detail for each shared email and phone number that contains the oldest lead with it', async () => {
    const byPhone = await create({ email: 'phone@example.com', phone: '88 001' });
    const byEmail = await create({ email: 'email@example.com' });
    await create({ email: 'email@example.com', phone: '88001' });
    const { body } = await create({ email: 'Email@example.com', phone: '8-8001' }, '?on_duplicate=reject');
    expect(body.details).to.deep.equal([
      { field: 'email', message: `the lead ${byEmail.body.id} has the same email` },
      { field: 'phone', message: `the lead ${byPhone.body.id} has the same phone` },
    ]);
  });

  it('lists the duplicates except the returned lead', async () => {
    const first = await create({ email: 'itself@example.com' });
    const alone = await create({ email: 'itself@example.com' }, '?on_duplicate=return');
    expect([alone.body.id, alone.meta]).to.deep.equal([first.body.id, null]);
    const second = await create({ email: 'itself@example.com' });
    const { body, meta } = await create({ email: 'itself@example.com' }, '?on_duplicate=return');
    expect([body.id, meta]).to.deep.equal([first.body.id, { possible_duplicates: [second.body.id] }]);
  });

  it('repeats the check with on_duplicate=return if the other lead is erased meanwhile', async () => {
    const { leads } = pipeline().context;
    const get = leads.get.bind(leads);
    const first = await create({ email: 'erased@example.com' });
    const second = await create({ email: 'erased@example.com' });
    leads.get = async (tenant, id) => {
      leads.get = get;
      await pipeline().request('DELETE', `/v1/leads/${id}`);
      return get(tenant, id);
    };
    const { status, body, meta } = await create({ email: 'erased@example.com' }, '?on_duplicate=return');
    expect([status, body.id, meta]).to.deep.equal([200, second.body.id, null]);
    expect(await get({ mode: 'live', workspaceId: 'ws_test' }, first.body.id)).to.equal(null);
  });

  it('creates the lead with on_duplicate=return if the only other lead is erased meanwhile', async () => {
    const { leads } = pipeline().context;
    const get = leads.get.bind(leads);
    const first = await create({ email: 'only@example.com' });
    leads.get = async (tenant, id) => {
      leads.get = get;
      await pipeline().request('DELETE', `/v1/leads/${id}`);
      return get(tenant, id);
    };
    const { status, body } = await create({ email: 'only@example.com' }, '?on_duplicate=return');
    expect(status).to.equal(201);
    expect(body.id).to.not.equal(first.body.id);
  });

  it('answers 503 with Retry-After when on_duplicate=return finds only leads that are erased meanwhile', async () => {
    const { leads } = pipeline().context;
    const get = leads.get.bind(leads);
    await create({ email: 'gone@example.com' });
    leads.get = async () => null;
    const { status, headers } = await create({ email: 'gone@example.com' }, '?on_duplicate=return');
    leads.get = get;
    expect(status).to.equal(503);
    expect(headers.get('retry-after')).to.match(/^\d+$/);
  });

  it('compares phone numbers with digits in any script', async () => {
    const first = await create({ email: 'arabic@example.com', phone: '٠٩١٢ ٣٤٥' });
    const { meta } = await create({ email: 'latin@example.com', phone: '0912345' });
    expect(meta.possible_duplicates).to.deep.equal([first.body.id]);
  });

  it('lists duplicates in the response to a PUT only if the PUT changes email or phone number', async () => {
    const put = (id: string, body: object) => pipeline().request('PUT', `/v1/leads/${id}`, { body });
    const byEmail = await create({ email: 'put@example.com' });
    const byPhone = await create({ email: 'put-phone@example.com', phone: '99 001' });
    const { body: lead } = await create({ email: 'put-other@example.com' });
    const first = await put(lead.id, { email: 'PUT@example.com' });
    expect([first.status, first.body.email]).to.deep.equal([200, 'put@example.com']);
    expect(first.meta).to.deep.equal({ possible_duplicates: [byEmail.body.id] });
    const second = await put(lead.id, { phone: '99-001' });
    expect(second.meta).to.deep.equal({ possible_duplicates: [byEmail.body.id, byPhone.body.id] });
    for (const body of [
      second.body,
      { email: 'put@example.com' },
      { notes: 'x' },
      { email: 'fresh-put@example.com', phone: null },
    ]) {
      expect((await put(lead.id, body)).meta, JSON.stringify(body)).to.equal(null);
    }
  });

  it('creates one lead for many simultaneous requests', async () => {
    const body = { email: 'race@example.com', phone: '4242424242' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(body, '?on_duplicate=return')));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    expect(replies.filter(({ status }) => status === 200)).to.have.length(19);
    expect(new Set(replies.map((reply) => reply.body.id)).size).to.equal(1);
    expect(await total('race@example.com')).to.equal(1);
  });

  it('creates no duplicate when a request is repeated with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => create({ email: 'idem@example.com' }, '', headers)),
    );
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.id)).size).to.equal(1);
    expect(await total('idem@example.com')).to.equal(1);
  });

  it('refuses unknown values of on_duplicate', async () => {
    const { status, body } = await create({ email: 'y@example.com' }, '?on_duplicate=ignore');
    expect(status).to.equal(422);
    expect(body.details[0].field).to.equal('on_duplicate');
  });
});
