import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { system } from '../support/system.js';
import { newWorkspace } from '../support/workspace.js';

describe('Files and feeds of a workspace', () => {
  it("are served on the authorization server's host to anyone who has the address", async () => {
    const { api } = await newWorkspace();
    const { id: property_id } = await api.create('/v1/properties', {
      name: 'Quay',
      type: 'villa',
      location: { city: 'Faro' },
    });
    const price = { amount: 700, currency: 'EUR' };
    const unit = await api.create('/v1/units', { property_id, name: 'A & B', price, visibility: 'public' });
    const filters = { status: 'available' };
    const asked = await api.post('/v1/exports', { resource: 'units', format: 'json', filters });
    expect(asked.status).to.equal(202);
    const url = await eventually(async () => {
      const { record } = await api.get(`/v1/exports/${asked.record.id}`);
      const link: unknown = Reflect.get(record, 'url');
      return typeof link === 'string' ? link : expect.fail('The export is not completed.');
    });
    expect(url.startsWith(`${system().urls.auth}/downloads/`)).to.equal(true);
    const file = await fetch(url, { headers: { range: 'bytes=0-0' } });
    expect([file.status, file.headers.get('content-disposition')?.slice(0, 10)]).to.deep.equal([206, 'attachment']);
    const records: { id: string }[] = JSON.parse(await (await fetch(url)).text());
    expect(records.map(({ id }) => id)).to.deep.equal([unit.id]);
    expect((await fetch(`${url}x`)).status).to.equal(404);
    const { record: feed } = await api.post('/v1/feed');
    const xmlUrl = String(Reflect.get(feed, 'xml_url'));
    const xml = await fetch(xmlUrl);
    expect(await xml.text()).to.include('A &amp; B');
    const known = { 'if-none-match': xml.headers.get('etag') ?? '' };
    expect((await fetch(xmlUrl, { headers: known })).status).to.equal(304);
  });
});
