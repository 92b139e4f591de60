import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('external_id of a lead', () => {
  const pipeline = useFixture(startPipeline);

  function post(body: object, query = '', as = {}) {
    const fields = { name: 'Maria Silva', email: 'maria@example.com', ...body };
    return pipeline().request('POST', `/v1/leads${query}`, { body: fields, as });
  }

  function put(id: string, body: object) {
    return pipeline().request('PUT', `/v1/leads/${id}`, { body });
  }

  function bulk(leads: readonly object[], query = '') {
    const rows = leads.map((row) => ({ name: 'Maria Silva', email: 'maria@example.com', ...row }));
    return pipeline().request('POST', `/v1/leads/bulk${query}`, { body: { leads: rows } });
  }

  it('is null by default, is stored unchanged, and appears in reads, lists and events', async () => {
    expect((await pipeline().lead()).external_id).to.equal(null);
    const lead = await pipeline().lead({ external_id: 'A/Ü 1' });
    expect(lead.external_id).to.equal('A/Ü 1');
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).body.external_id).to.equal('A/Ü 1');
    const { body } = await pipeline().request('GET', '/v1/leads?fields=external_id&per_page=1');
    expect(body).to.deep.equal([{ id: lead.id, external_id: 'A/Ü 1' }]);
    const [event] = await pipeline().events(lead.id);
    expect(event.data.external_id).to.equal('A/Ü 1');
  });

  it('is set, changed and cleared by PUT, and the event contains the previous value', async () => {
    const lead = await pipeline().lead();
    expect((await put(lead.id, { external_id: 'set-1' })).body.external_id).to.equal('set-1');
    expect((await put(lead.id, { notes: 'x' })).body.external_id).to.equal('set-1');
    expect((await put(lead.id, { external_id: null })).body.external_id).to.equal(null);
    const [, set, , cleared] = await pipeline().events(lead.id);
    expect([set.previous.external_id, cleared.previous.external_id]).to.deep.equal([null, 'set-1']);
    expect((await post({ external_id: 'set-1' })).status).to.equal(201);
  });

  for (const [title, external_id] of [
    ['of 256 characters', 'x'.repeat(256)],
    ['with a control character', 'a\u0007b'],
    ['that begins with a space', ' a'],
    ['that ends with a line feed', 'a\n'],
    ['that is a number', 7],
  ]) {
    it(`is refused when it is an id ${title}`, async () => {
      const { status, body } = await post({ external_id });
      expect([status, body.details.map(({ field }: { field: string }) => field)]).to.deep.equal([422, ['external_id']]);
    });
  }

  it('accepts 255 characters in any script', async () => {
    const external_id = '界'.repeat(255);
    expect((await post({ external_id })).body.external_id).to.equal(external_id);
  });

  it('answers 409 to POST and PUT with the id of the lead that already has it', async () => {
    const first = await pipeline().lead({ external_id: 'taken' });
    const other = await pipeline().lead({ external_id: 'own' });
    for (const answer of [
      await post({ external_id: 'taken' }),
      await post({ external_id: 'taken' }, '?on_duplicate=reject'),
      await put(other.id, { external_id: 'taken' }),
    ]) {
      expect(answer.status).to.equal(409);
      expect(answer.body).to.deep.include({ reason: 'external_id_in_use', data: { id: first.id } });
    }
    expect((await pipeline().request('GET', `/v1/leads/${other.id}`)).body).to.deep.equal(other);
  });

  it('distinguishes case, workspaces and modes', async () => {
    await pipeline().lead({ external_id: 'apart' });
    expect((await post({ external_id: 'Apart' })).status).to.equal(201);
    expect((await post({ external_id: 'apart' }, '', { workspaceId: 'ws_other' })).status).to.equal(201);
    expect((await post({ external_id: 'apart' }, '', { mode: 'sandbox' })).status).to.equal(201);
  });

  it('is free again once its lead is erased', async () => {
    const lead = await pipeline().lead({ external_id: 'freed' });
    expect((await pipeline().request('DELETE', `/v1/leads/${lead.id}`)).status).to.equal(204);
    expect((await post({ external_id: 'freed' })).status).to.equal(201);
    const left = await pipeline().runtime.databases.live.collection('journal').countDocuments({ subject: lead.id });
    expect(left).to.equal(1);
  });

  it("is given to only one of 50 simultaneously created leads, and the other responses contain that lead's id", async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, place) => post({ external_id: 'race', email: `race${place}@example.com` })),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made).to.have.length(1);
    const refused = answers.filter(({ status }) => status === 409).map(({ body }) => body.data.id);
    expect(refused).to.deep.equal(Array.from({ length: 49 }, () => made[0]?.body.id));
  });

  it('finds leads by a list of ids, with other filters and in any order', async () => {
    const [one, two] = [await pipeline().lead({ external_id: 'f-1' }), await pipeline().lead({ external_id: 'f-2' })];
    const list = async (query: string) =>
      (await pipeline().request('GET', `/v1/leads?${query}`)).body.map(({ id }: { id: string }) => id);
    expect(await list('external_id=f-1,f-2,none')).to.deep.equal([two.id, one.id]);
    expect(await list('external_id=f-2')).to.deep.equal([two.id]);
    expect(await list('external_id=f-1,f-2&sort=name&order=asc')).to.have.members([one.id, two.id]);
    expect(await list('external_id=f-1,f-2&stage=won')).to.deep.equal([]);
    expect(await list('external_id=f-1,f-2&search=maria&cursor=')).to.deep.equal([two.id, one.id]);
    expect((await pipeline().request('GET', `/v1/leads?external_id=${'a,'.repeat(100)}a`)).status).to.equal(422);
  });

  it('takes precedence over email and phone number with on_duplicate=return', async () => {
    await pipeline().lead({ email: 'older@example.com' });
    const holder = await pipeline().lead({ email: 'holder@example.com', external_id: 'known' });
    const body = { external_id: 'known', email: 'older@example.com' };
    const answer = await post(body, '?on_duplicate=return');
    expect([answer.status, answer.body.id]).to.deep.equal([200, holder.id]);
    expect(answer.meta.possible_duplicates).to.have.length(1);
  });

  it('causes a row error in bulk calls if a lead or an earlier row already has it', async () => {
    const holder = await pipeline().lead({ external_id: 'row' });
    const rows = [{ external_id: 'row-1' }, { external_id: 'row' }, {}, { external_id: 'row-1' }];
    const whole = await bulk(rows);
    expect(whole.status).to.equal(422);
    expect(whole.body.details).to.deep.equal([
      { field: 'leads[1].external_id', message: `belongs to the lead ${holder.id}` },
      { field: 'leads[3].external_id', message: 'belongs to leads[0]' },
    ]);
    const partial = await bulk(rows, '?partial=true');
    expect(partial.body.map(({ status }: { status: number }) => status)).to.deep.equal([201, 422, 201, 422]);
    expect(partial.body[3].error.details).to.deep.equal([
      { field: 'external_id', message: `belongs to the lead ${partial.body[0].data.id}` },
    ]);
  });

  it('returns the stored lead or earlier row that has it in bulk calls with on_duplicate=return', async () => {
    const holder = await pipeline().lead({ external_id: 'back' });
    const rows = ['back', 'back-1', 'back-1'].map((external_id, place) => ({ external_id, email: `b${place}@b.com` }));
    const { status, body } = await bulk(rows, '?on_duplicate=return');
    expect([status, body[0].id, body[2].id]).to.deep.equal([201, holder.id, body[1].id]);
  });

  it('is given to only one lead by simultaneous bulk and single calls', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, place) =>
        place % 2 === 0
          ? bulk([{ external_id: 'both' }], '?partial=true')
          : post({ external_id: 'both' }, '?on_duplicate=return'),
      ),
    );
    expect(answers.map(({ status }) => status).filter((status) => ![200, 201, 207].includes(status))).to.deep.equal([]);
    expect((await pipeline().request('GET', '/v1/leads?external_id=both')).meta.total).to.equal(1);
  });
});
