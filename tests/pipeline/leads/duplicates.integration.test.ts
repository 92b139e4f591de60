import { expect } from 'chai';
import { type Pipeline, startPipeline } from '../support/pipeline.js';

describe('leads with the email or phone of another', () => {
  let pipeline: Pipeline;
  before(async () => {
    pipeline = await startPipeline();
  });
  after(() => pipeline.stop());

  function create(body: object, query = '', headers = {}) {
    return pipeline.request('POST', `/v1/leads${query}`, { body: { name: 'Someone', ...body }, headers });
  }

  async function total(email: string): Promise<number> {
    return (await pipeline.request('GET', `/v1/leads?search=${encodeURIComponent(email)}`)).meta.total;
  }

  it('are created, and told of, oldest first', async () => {
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

  it('are no duplicates of leads without a phone, or of other workspaces', async () => {
    await pipeline.lead({ email: 'shared@example.com', phone: '77777' }, { workspaceId: 'ws_two' });
    await create({ email: 'nophone1@example.com' });
    expect((await create({ email: 'nophone2@example.com' })).meta).to.equal(null);
    expect((await create({ email: 'shared@example.com', phone: '77777' })).meta).to.equal(null);
  });

  it('are refused with on_duplicate=reject', async () => {
    const first = await create({ email: 'reject@example.com' });
    const { status, body } = await create({ email: 'reject@example.com' }, '?on_duplicate=reject');
    expect(status).to.equal(409);
    expect(body.code).to.equal('CONFLICT');
    expect(body.details).to.deep.equal([{ field: 'email', message: `the lead ${first.body.id} has the same email` }]);
    expect(await total('reject@example.com')).to.equal(1);
    expect((await create({ email: 'fresh@example.com' }, '?on_duplicate=reject')).status).to.equal(201);
  });

  it('are answered with the other with on_duplicate=return', async () => {
    const first = await create({ email: 'return@example.com', phone: '123123' });
    const { status, body } = await create({ email: 'x@example.com', phone: '(123) 123' }, '?on_duplicate=return');
    expect(status).to.equal(200);
    expect(body).to.deep.equal(first.body);
  });

  it('are made once by many who ask for it at the same time', async () => {
    const body = { email: 'race@example.com', phone: '4242424242' };
    const replies = await Promise.all(Array.from({ length: 20 }, () => create(body, '?on_duplicate=return')));
    expect(replies.filter(({ status }) => status === 201)).to.have.length(1);
    expect(replies.filter(({ status }) => status === 200)).to.have.length(19);
    expect(new Set(replies.map((reply) => reply.body.id)).size).to.equal(1);
    expect(await total('race@example.com')).to.equal(1);
  });

  it('are not made by repeating a request with its Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => create({ email: 'idem@example.com' }, '', headers)),
    );
    expect(new Set(replies.map(({ status }) => status))).to.deep.equal(new Set([201]));
    expect(new Set(replies.map((reply) => reply.body.id)).size).to.equal(1);
    expect(await total('idem@example.com')).to.equal(1);
  });

  it('take no other value of on_duplicate', async () => {
    const { status, body } = await create({ email: 'y@example.com' }, '?on_duplicate=ignore');
    expect(status).to.equal(422);
    expect(body.details[0].field).to.equal('on_duplicate');
  });
});
