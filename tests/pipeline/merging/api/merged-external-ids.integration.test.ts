import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('the external id of a merged lead', () => {
  let ahead = 0;
  const pipeline = useFixture(() => startPipeline({}, { clock: () => new Date(Date.now() + ahead) }));
  let count = 0;

  const request = (method: string, path: string, body?: object) =>
    pipeline().request(method, `/v1/leads${path}`, body ? { body } : {});

  /** Merges a lead with the external id `b` into a lead with the external id `a`. */
  async function merge(own: boolean) {
    count += 1;
    const [a, b] = [`a/${count}`, `b/${count}`];
    const keep = await pipeline().lead(own ? { external_id: a } : {});
    const other = await pipeline().lead({ external_id: b });
    const { body } = await request('POST', `/${keep.id}/merge`, { lead_id: other.id });
    return { id: String(keep.id), a, b, lead: body, otherId: String(other.id) };
  }
  const external = (id: string) => `/external/${encodeURIComponent(id)}`;

  afterEach(() => {
    ahead = 0;
  });

  it('becomes the external id of a survivor that has none', async () => {
    const { id, b, lead } = await merge(false);
    expect(lead.external_id).to.equal(b);
    expect((await request('GET', external(b))).body.id).to.equal(id);
  });

  it("finds the survivor by GET, PUT and the filter, and does not replace the survivor's own external id", async () => {
    const { id, a, b } = await merge(true);
    expect((await request('GET', external(b))).body).to.include({ id, external_id: a });
    const put = await request('PUT', external(b), { notes: 'From the sync.' });
    expect([put.status, put.body.id, put.body.external_id]).to.deep.equal([200, id, a]);
    for (const ids of [b, `${a},${b}`]) {
      const list = await request('GET', `?external_id=${encodeURIComponent(ids)}`);
      expect(list.body.map((lead: { id: string }) => lead.id)).to.deep.equal([id]);
    }
    const summary = await request('GET', `/summary?external_id=${encodeURIComponent(b)}`);
    expect(summary.body.stages[0].count).to.equal(1);
  });

  it('finds a survivor that took it over and has another or none now', async () => {
    for (const external_id of ['changed', null]) {
      const { id, b } = await merge(false);
      expect((await request('PUT', `/${id}`, { external_id })).status).to.equal(200);
      expect((await request('GET', external(b))).body.id).to.equal(id);
      const list = await request('GET', `?external_id=${encodeURIComponent(b)}`);
      expect(list.body.map((lead: { id: string }) => lead.id)).to.deep.equal([id]);
      const put = await request('PUT', external(b), { notes: 'From the sync.' });
      expect([put.status, put.body.id]).to.deep.equal([200, id]);
      await request('PUT', `/${id}`, { external_id: null });
    }
  });

  it('finds a survivor whose own external id was cleared, in lists and in the summary', async () => {
    const { id, b } = await merge(true);
    const other = await pipeline().lead({ external_id: `c/${count}` });
    expect((await request('PUT', `/${id}`, { external_id: null })).status).to.equal(200);
    const find = async (ids: string) => {
      const { body } = await request('GET', `?external_id=${encodeURIComponent(ids)}&sort=name&order=asc`);
      return body.map((lead: { id: string }) => lead.id);
    };
    expect(await find(b)).to.deep.equal([id]);
    expect(await find(`${b},c/${count},none`)).to.have.members([id, other.id]);
    const summary = await request('GET', `/summary?external_id=${encodeURIComponent(b)}`);
    expect(summary.body.stages[0].count).to.equal(1);
  });

  it('cannot be given to another lead', async () => {
    const { id, b } = await merge(true);
    const fields = { name: 'New', email: 'new@example.com', external_id: b };
    const created = await request('POST', '', fields);
    expect([created.status, created.body.reason, created.body.data]).to.deep.equal([409, 'external_id_in_use', { id }]);
    const returned = await request('POST', '?on_duplicate=return', fields);
    expect([returned.status, returned.body.id]).to.deep.equal([200, id]);
    const bulk = await request('POST', '/bulk', { leads: [fields] });
    expect([bulk.status, bulk.body.details[0].field]).to.deep.equal([422, 'leads[0].external_id']);
    const other = await pipeline().lead();
    const changed = await request('PUT', `/${other.id}`, { external_id: b });
    expect([changed.status, changed.body.data]).to.deep.equal([409, { id }]);
    expect((await request('PUT', `/${id}`, { external_id: b })).body.external_id).to.equal(b);
  });

  it('finds the survivor in imported files, and follows further merges', async () => {
    const { id, a, b } = await merge(true);
    const last = await pipeline().lead();
    await request('POST', `/${last.id}/merge`, { lead_id: id });
    const records = [{ external_id: b, notes: 'From a file.' }];
    const [row] = await importRows(pipeline(), { mode: 'upsert', records });
    expect(row).to.deep.include({ outcome: 'updated', id: last.id });
    const { body } = await request('GET', external(b));
    expect(body).to.include({ id: last.id, external_id: a, notes: 'From a file.' });
  });

  it('is free after 30 days, when the merged lead is no longer known', async () => {
    const { id, b, otherId } = await merge(true);
    ahead = 31 * 86_400_000;
    const gone = await request('GET', `/${otherId}`);
    expect([gone.status, gone.body.reason]).to.deep.equal([404, undefined]);
    expect((await request('GET', external(b))).status).to.equal(404);
    const again = await request('POST', `/${id}/merge`, { lead_id: otherId });
    expect([again.status, again.body.details[0].field]).to.deep.equal([422, 'lead_id']);
    const fresh = await request('PUT', external(b), { name: 'New', email: 'new@example.com' });
    expect(fresh.status).to.equal(201);
    expect(fresh.body.id).not.to.equal(id);
  });
});
