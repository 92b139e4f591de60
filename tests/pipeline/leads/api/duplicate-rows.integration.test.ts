import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe("POST /v1/leads/bulk with another lead's email or phone number", () => {
  const pipeline = useFixture(startPipeline);
  let count = 0;

  function create(rows: readonly object[], query = '', headers = {}) {
    const leads = rows.map((row) => {
      count += 1;
      return { name: 'Someone', email: `row${count}@example.com`, ...row };
    });
    return pipeline().request('POST', `/v1/leads/bulk${query}`, { body: { leads }, headers });
  }

  async function total(): Promise<number> {
    return (await pipeline().request('GET', '/v1/leads')).meta.total;
  }

  it('creates the leads and lists the duplicates of each row, including earlier rows', async () => {
    const known = await pipeline().lead({ email: 'known@example.com', phone: '+351 900' });
    const { status, body, meta } = await create([
      {},
      { email: 'KNOWN@example.com' },
      { phone: '(351) 900' },
      { email: 'known@example.com', phone: '12345' },
      { phone: '12-345' },
    ]);
    expect(status).to.equal(201);
    const [, second, third, fourth] = body.map(({ id }: { id: string }) => id);
    expect(meta.possible_duplicates).to.deep.equal([[], [known.id], [known.id], [known.id, second], [fourth]]);
    expect(third).to.be.a('string');
  });

  it('has no meta if there are no duplicates', async () => {
    await pipeline().lead({ email: 'elsewhere@example.com' }, { workspaceId: 'ws_two' });
    expect((await create([{ email: 'elsewhere@example.com' }, {}])).meta).to.equal(null);
  });

  it('lists duplicates in their rows with partial=true, omitting refused rows', async () => {
    const rows = [{ email: 'twice@example.com', timeline: 'soon' }, { email: 'twice@example.com' }, { phone: '98765' }];
    const { body } = await create([...rows, { email: 'twice@example.com', phone: '98765' }], '?partial=true');
    expect(body.map((row: { status: number }) => row.status)).to.deep.equal([422, 201, 201, 201]);
    expect(body[1]).to.not.have.property('possible_duplicates');
    expect(body[3].possible_duplicates).to.deep.equal([body[1].data.id, body[2].data.id]);
  });

  it('refuses the whole request with on_duplicate=reject, with a detail for each row that has a duplicate', async () => {
    const known = await pipeline().lead({ email: 'refused@example.com', phone: '5550001' });
    const before = await total();
    const rows = [{ email: 'both@example.com' }, { phone: '555-0001' }, { email: 'both@example.com' }];
    const { status, body } = await create(rows, '?on_duplicate=reject');
    expect(status).to.equal(409);
    expect(body.code).to.equal('CONFLICT');
    expect(body.details.map(({ field }: { field: string }) => field)).to.deep.equal([
      'leads[1].phone',
      'leads[2].email',
    ]);
    expect(body.details[0].message).to.include(known.id);
    expect(body.details[1].message).to.equal('leads[0] has the same email');
    expect(await total()).to.equal(before);
    expect((await create([{}, {}], '?on_duplicate=reject')).status).to.equal(201);
  });

  it('returns a detail for each shared email and phone number that contains the stored lead or the row', async () => {
    const byPhone = await pipeline().lead({ email: 'oldest@example.com', phone: '5550002' });
    const byEmail = await pipeline().lead({ email: 'each@example.com' });
    const rows = [
      { email: 'inside@example.com' },
      { email: 'each@example.com', phone: '555 0002' },
      { email: 'inside@example.com', phone: '5550002' },
    ];
    const { body } = await create(rows, '?on_duplicate=reject');
    expect(body.details).to.deep.equal([
      { field: 'leads[1].email', message: `the lead ${byEmail.id} has the same email` },
      { field: 'leads[1].phone', message: `the lead ${byPhone.id} has the same phone` },
      { field: 'leads[2].email', message: 'leads[0] has the same email' },
      { field: 'leads[2].phone', message: `the lead ${byPhone.id} has the same phone` },
    ]);
    const partial = await create(rows, '?on_duplicate=reject&partial=true');
    expect(partial.body[2].error.details[0].message).to.equal(`the lead ${partial.body[0].data.id} has the same email`);
    expect((await pipeline().request('GET', `/v1/leads/${partial.body[0].data.id}`)).status).to.equal(200);
  });

  it('refuses single rows with on_duplicate=reject and partial=true', async () => {
    const known = await pipeline().lead({ email: 'partly@example.com' });
    const rows = [{}, { email: 'partly@example.com' }, { email: 'new@example.com' }, { email: 'new@example.com' }];
    const { status, body } = await create(rows, '?partial=true&on_duplicate=reject');
    expect(status).to.equal(207);
    expect(body.map((row: { status: number }) => row.status)).to.deep.equal([201, 409, 201, 409]);
    const data = { lead_ids: [known.id] };
    expect(body[1].error).to.deep.include({ code: 'CONFLICT', reason: 'duplicate_contact', data });
    expect(body[1].error.details).to.deep.equal([
      { field: 'email', message: `the lead ${known.id} has the same email` },
    ]);
    expect(body[1].possible_duplicates).to.deep.equal([known.id]);
    expect(body[3].possible_duplicates).to.deep.equal([body[2].data.id]);
  });

  it('returns the existing leads in place of their duplicates with on_duplicate=return', async () => {
    const known = await pipeline().lead({ email: 'back@example.com' });
    const before = await total();
    const rows = [{ email: 'back@example.com' }, { email: 'front@example.com' }, { email: 'front@example.com' }];
    const { status, body, meta } = await create(rows, '?on_duplicate=return');
    expect(status).to.equal(201);
    expect(body[0]).to.deep.equal(known);
    expect(body[2]).to.deep.equal(body[1]);
    expect(meta).to.equal(null);
    expect(await total()).to.equal(before + 1);
    const again = await create(rows, '?on_duplicate=return');
    expect([again.status, again.body]).to.deep.equal([200, body]);
    const partial = await create(rows.slice(0, 1), '?on_duplicate=return&partial=true');
    expect(partial.body[0]).to.deep.equal({ index: 0, status: 200, data: known });
  });

  it("lists a row's duplicates except the lead that is returned for the row", async () => {
    const known = await pipeline().lead({ email: 'itself@example.com' });
    const other = await pipeline().lead({ email: 'itself@example.com' });
    const rows = [{ email: 'itself@example.com' }, {}];
    const whole = await create(rows, '?on_duplicate=return');
    expect(whole.body[0].id).to.equal(known.id);
    expect(whole.meta.possible_duplicates).to.deep.equal([[other.id], []]);
    const partial = await create(rows, '?on_duplicate=return&partial=true');
    expect(partial.body[0].possible_duplicates).to.deep.equal([other.id]);
  });

  it('repeats the check with on_duplicate=return if a duplicate is erased meanwhile', async () => {
    const { leads } = pipeline().context;
    const getAll = leads.getAll.bind(leads);
    const known = await pipeline().lead({ email: 'erased-row@example.com' });
    leads.getAll = async (tenant, ids) => {
      leads.getAll = getAll;
      await pipeline().request('DELETE', `/v1/leads/${known.id}`);
      return getAll(tenant, ids);
    };
    const { status, body } = await create([{ email: 'erased-row@example.com' }], '?on_duplicate=return');
    expect(status).to.equal(201);
    expect(body[0].id).to.not.equal(known.id);
    await pipeline().lead({ email: 'gone-row@example.com' });
    leads.getAll = async () => [];
    const gone = await create([{ email: 'gone-row@example.com' }], '?on_duplicate=return');
    leads.getAll = getAll;
    expect(gone.status).to.equal(503);
  });

  it('creates each lead once for many simultaneous requests', async () => {
    const rows = Array.from({ length: 10 }, (_, place) => ({
      email: `race${place}@example.com`,
      phone: `70000${place}`,
    }));
    const calls = Array.from({ length: 8 }, (_, place) =>
      create(place % 2 ? rows : rows.toReversed(), '?on_duplicate=return'),
    );
    const replies = await Promise.all(calls);
    for (const { status } of replies) expect(status).to.be.oneOf([200, 201]);
    const ids = replies.flatMap(({ body }) => body.map(({ id }: { id: string }) => id));
    expect(new Set(ids).size).to.equal(10);
    expect((await pipeline().request('GET', '/v1/leads?search=race')).meta.total).to.equal(10);
  });

  it('finds the duplicates of each row even if a thousand leads share a phone number', async () => {
    const phone = '000000001';
    for (let call = 0; call < 11; call += 1) await create(Array.from({ length: 100 }, () => ({ phone })));
    const known = await pipeline().lead({ email: 'rare@example.com' });
    const { meta } = await create([{ phone }, { email: 'rare@example.com' }]);
    expect(meta.possible_duplicates.map((ids: string[]) => ids.length)).to.deep.equal([100, 1]);
    expect(meta.possible_duplicates[1]).to.deep.equal([known.id]);
    const refused = await create([{ phone, email: 'rare@example.com' }], '?on_duplicate=reject');
    expect(refused.body.details.map(({ field }: { field: string }) => field)).to.deep.equal([
      'leads[0].email',
      'leads[0].phone',
    ]);
    expect(refused.body.details[0].message).to.include(known.id);
    const rows = Array.from({ length: 99 }, () => ({ phone }));
    const many = await create([...rows, { email: 'rare@example.com' }]);
    expect(many.status).to.equal(201);
    expect(many.meta.possible_duplicates.map((ids: string[]) => ids.length)).to.deep.equal([...rows.map(() => 3), 2]);
    expect(many.meta.possible_duplicates[98]).to.deep.equal(meta.possible_duplicates[0].slice(0, 3));
  });

  it('repeats the response for the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'bulk-once' };
    const rows = [{ email: 'idem@example.com', phone: null }];
    const first = await create(rows, '?on_duplicate=return', headers);
    const second = await pipeline().request('POST', '/v1/leads/bulk?on_duplicate=return', {
      body: { leads: [{ name: 'Someone', ...rows[0] }] },
      headers,
    });
    expect(second.body).to.deep.equal(first.body);
    expect(second.status).to.equal(201);
  });
});
