import { expect } from 'chai';
import { parseRecords, readPage, readPages } from '../../../support/read-records.js';
import { refusalOf } from '../../../support/refusal-of.js';
import { useFixture } from '../../../support/use-fixture.js';
import { type Pipeline, startPipeline } from '../../support/pipeline.js';

describe('ReadRecords of leads, deals, invoices and commissions', () => {
  const pipeline = useFixture(startPipeline);

  const names = async (query: string, as: object, limit = 2) =>
    parseRecords(...(await readPages(pipeline(), { resource: 'leads', query, limit }, as))).map(({ name }) => name);

  it('answers the leads that match the filters of the list, as GET does, each once', async () => {
    const as = { workspaceId: 'ws_leads' };
    const leads: Awaited<ReturnType<Pipeline['lead']>>[] = [];
    for (const [index, stage] of ['new', 'contacted', 'lost', 'new', 'lost', 'contacted'].entries()) {
      const email = `n${index}@example.com`;
      const fields = { name: `N${index}`, email, tags: index < 3 ? ['vip'] : [] };
      const { id } = await pipeline().lead(fields, as);
      leads.push((await pipeline().request('PUT', `/v1/leads/${id}`, { as, body: { stage } })).body);
    }
    expect(parseRecords(...(await readPages(pipeline(), { resource: 'leads', limit: 4 }, as)))).to.deep.equal(leads);
    expect(await names('stage=new,lost', as)).to.deep.equal(['N0', 'N2', 'N3', 'N4']);
    expect(await names('status=active', as)).to.deep.equal(['N0', 'N1', 'N3', 'N5']);
    expect(await names('tags=vip', as)).to.deep.equal(['N0', 'N1', 'N2']);
    expect(await names('search=n3%40example', as)).to.deep.equal(['N3']);
    expect(await names(`updated_after=${leads[4]?.['updated_at']}`, as)).to.deep.equal(['N4', 'N5']);
    expect((await readPage(pipeline(), { resource: 'leads', query: 'stage=lost', limit: 0 }, as)).total).to.equal(2);
  });

  it('answers the deal, the invoice and the commission of a sale as GET does', async () => {
    const { id } = await pipeline().lead();
    const won = { property_id: 'prop_river', deal_value: 250_000 };
    expect((await pipeline().request('POST', `/v1/leads/${id}/won`, { body: won })).status).to.equal(200);
    for (const resource of ['deals', 'invoices', 'commissions']) {
      const { body } = await pipeline().request('GET', `/v1/${resource}`);
      expect(parseRecords(await readPage(pipeline(), { resource }, {}))).to.deep.equal(body);
    }
    expect((await readPage(pipeline(), { resource: 'deals', query: 'status=closed' }, {})).total).to.equal(1);
    expect((await readPage(pipeline(), { resource: 'deals', query: 'status=cancelled' }, {})).total).to.equal(0);
  });

  it('names the fault of a filter for each resource', async () => {
    const cases = { leads: 'stage=gone', deals: 'status=gone', invoices: 'status=gone', commissions: 'status=gone' };
    for (const [resource, query] of Object.entries(cases)) {
      const { details } = await refusalOf(() => readPage(pipeline(), { resource, query, limit: 0 }, {}));
      expect(details.map(({ field }) => field)).to.deep.equal([query.split('=')[0]]);
    }
  });
});
