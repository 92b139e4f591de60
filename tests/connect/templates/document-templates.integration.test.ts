import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';

const body = '# Reservation\n\n**{{lead.name}}** reserves {{unit.name}} for {{hold.price}}.';
const image = 'file_01k9zq6h3m8v2x4c5b7n9p0rst';

describe('document templates', () => {
  const connect = useFixture(startConnect);
  let workspaces = 0;
  let as = { workspaceId: '' };
  const post = (change: object) =>
    connect().request('POST', '/v1/document-templates', { as, body: { name: 'Reservation', body, ...change } });

  beforeEach(() => {
    workspaces += 1;
    as = { workspaceId: `ws_templates_${workspaces}` };
  });

  it('are created, read, changed, listed and deleted', async () => {
    const { id } = await connect().create('/v1/document-templates', { name: ' Reservation ', body }, as);
    const path = `/v1/document-templates/${id}`;
    expect((await connect().request('GET', path, { as })).body).to.deep.include({ name: 'Reservation', body });
    const changed = await connect().request('PUT', path, { as, body: { name: 'Holding' } });
    expect(changed.body).to.deep.include({ name: 'Holding', body });
    const stale = { as, body: { name: 'Other' }, headers: { 'if-match': '"1-stale"' } };
    expect((await connect().request('PUT', path, stale)).status).to.equal(412);
    expect((await connect().request('GET', '/v1/document-templates', { as })).body).to.have.length(1);
    expect((await connect().request('DELETE', path, { as })).status).to.equal(204);
    expect((await connect().request('GET', path, { as })).status).to.equal(404);
  });

  it('are not found in another workspace (404)', async () => {
    const { id } = await connect().create('/v1/document-templates', { name: 'Reservation', body }, as);
    const other = { as: { workspaceId: 'ws_templates_other' } };
    expect((await connect().request('GET', `/v1/document-templates/${id}`, other)).status).to.equal(404);
    expect((await connect().request('GET', `/v1/document-templates/${id}/preview`, other)).status).to.equal(404);
  });

  it('are rejected if they contain unknown fields; the error names these fields', async () => {
    const { status, body: problem } = await post({ body: 'Dear {{lead.nmae}}, see {{secret}}.' });
    expect(status).to.equal(422);
    expect(problem.details).to.have.length(2);
    expect(problem.details[0].field).to.equal('body');
    expect(problem.details[0].message).to.include('{{lead.nmae}}').and.to.include('lead.name');
    expect(problem.details[1].message).to.include('{{secret}}');
  });

  it('are rejected if they contain images from the web or images that do not exist', async () => {
    const web = await post({ body: '![Logo](https://example.com/logo.png)' });
    expect(web.body.details[0].message).to.include('https://example.com/logo.png');
    const missing = await post({ body: `![Logo](${image})` });
    expect(missing.body.details).to.deep.equal([
      { field: 'body', message: `has an image that does not exist: ${image}` },
    ]);
  });

  it('are rejected if a table takes too long to lay out', async () => {
    const row = `|${'a|'.repeat(40)}\n`;
    const table = `${row}|${'-|'.repeat(40)}\n${row.repeat(40)}`;
    const { status, body: problem } = await post({ body: table });
    expect(status).to.equal(422);
    expect(problem.details[0].message).to.equal('must have at most 1000 cells of tables');
  });

  it('are previewed as PDF with sample values, or with the data of a hold', async () => {
    const { id } = await connect().create('/v1/document-templates', { name: 'Reservation', body }, as);
    const path = `/v1/document-templates/${id}/preview`;
    const sample = await connect().request('GET', path, { as });
    expect(sample.headers.get('content-type')).to.equal('application/pdf');
    expect(sample.body).to.match(/^%PDF-/);
    expect((await connect().request('GET', `${path}?hold_id=hold_1`, { as })).status).to.equal(200);
    expect((await connect().request('GET', `${path}?hold_id=hold_none`, { as })).status).to.equal(404);
    expect((await connect().request('GET', `${path}?hold_id=hold_1&deal_id=deal_1`, { as })).status).to.equal(422);
  });
});
