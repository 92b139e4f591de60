import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('phone numbers of leads', () => {
  const pipeline = useFixture(startPipeline);
  let people = 0;

  const person = (phone: string) => {
    people += 1;
    return { name: 'Noor', email: `phone${people}@phones.test`, phone };
  };
  const post = (body: object, as: object, query = '') =>
    pipeline().request('POST', `/v1/leads${query}`, { body, as: { workspaceId: 'ws_phones', ...as } });

  it('are stored by every operation without the additions of other programs', async () => {
    const as = { workspaceId: 'ws_clean' };
    const sent = '\u202atel:+971 50 123 4567\u202c';
    const created = await post(person(sent), as);
    expect(created.body.phone).to.equal('+971 50 123 4567');
    const changed = await pipeline().request('PUT', `/v1/leads/${created.body.id}`, {
      body: { phone: 'p:0501.0' },
      as,
    });
    expect(changed.body.phone).to.equal('0501');
    const bulk = await pipeline().request('POST', '/v1/leads/bulk', { body: { leads: [person(sent)] }, as });
    expect(bulk.body[0].phone).to.equal('+971 50 123 4567');
    const [row] = await importRows(pipeline(), { records: [person('971501234567.0')] }, as);
    const { body } = await pipeline().request('GET', `/v1/leads/${row?.id}`, { as });
    expect(body.phone).to.equal('971501234567');
  });

  it('are refused in requests and imports if a spreadsheet has rounded them', async () => {
    const rounded = person('9.71501E+11');
    const refused = await post(rounded, {});
    expect(refused.status).to.equal(422);
    expect(refused.body.details[0]).to.deep.include({ field: 'phone' });
    const [row] = await importRows(pipeline(), { records: [rounded], on_duplicate: 'return' });
    expect(row?.faults).to.deep.equal([`phone: ${refused.body.details[0].message}`]);
    expect(refused.body.details[0].message).to.match(/spreadsheet has rounded it/);
    const { body } = await post(person('0501112222'), {});
    const options = { body: { phone: '9,7E11' }, as: { workspaceId: 'ws_phones' } };
    expect((await pipeline().request('PUT', `/v1/leads/${body.id}`, options)).status).to.equal(422);
  });

  it("are compared in international form; national numbers are read in the workspace's country", async () => {
    const as = { workspaceId: 'ws_national', country: 'AE' };
    const first = await post(person('+971501238888'), as);
    for (const phone of ['050 123 8888', '00971501238888', '971501238888']) {
      const again = await post(person(phone), as, '?on_duplicate=return');
      expect([again.status, again.body.id], phone).to.deep.equal([200, first.body.id]);
    }
    const second = await post(person('(050) 123-8888'), as);
    expect(second.meta.possible_duplicates).to.deep.equal([first.body.id]);
    const { body } = await pipeline().request('GET', `/v1/leads/${first.body.id}/duplicates`, { as });
    expect(body.map(({ id }: { id: string }) => id)).to.deep.equal([second.body.id]);
    const records = [{ phone: '0501238888', email: 'by-phone@phones.test', name: 'Omar' }];
    const [kept] = await importRows(pipeline(), { records, on_duplicate: 'return' }, as);
    expect(kept).to.deep.include({ outcome: 'unchanged', id: first.body.id });
  });

  it('identify no lead if they are placeholders', async () => {
    const as = { workspaceId: 'ws_placeholders' };
    for (const phone of ['0000000000', '1234', '1234']) {
      const { status, meta } = await post(person(phone), as, '?on_duplicate=return');
      expect([status, meta], phone).to.deep.equal([201, null]);
    }
    const [first, second] = await importRows(
      pipeline(),
      { records: [person('0000000000'), person('0000000000')], on_duplicate: 'return' },
      as,
    );
    expect([first?.outcome, second?.outcome]).to.deep.equal(['created', 'created']);
  });
});
