import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('DELETE /v1/leads/:id', () => {
  const pipeline = useFixture(startPipeline);

  function erase(id: string, headers = {}, as = {}) {
    return pipeline().request('DELETE', `/v1/leads/${id}`, { headers, as });
  }

  it('returns 204 once, and deletes all data about the person', async () => {
    const lead = await pipeline().lead({ name: 'Xaver Quux', email: 'xaver@quux.example', phone: '998877665' });
    await pipeline().request('POST', `/v1/leads/${lead.id}/notes`, { body: { content: 'Xaver rang.', type: 'call' } });
    const { status, body } = await erase(lead.id);
    expect(status).to.equal(204);
    expect(body).to.equal(null);
    expect((await erase(lead.id)).status).to.equal(404);
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).status).to.equal(404);
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}/activity`)).status).to.equal(404);
    for (const term of ['xaver', 'quux', '998877665']) {
      expect((await pipeline().request('GET', `/v1/leads?search=${term}`)).body).to.deep.equal([]);
    }
    const { live } = pipeline().runtime.databases;
    for (const name of ['leads', 'journal', 'contact_claims']) {
      const documents = await live.collection(name).find({}).toArray();
      expect(JSON.stringify(documents).toLowerCase(), name).to.not.match(/xaver|quux|998877665/);
    }
  });

  it('adds a journal entry with the id, the agent and the stage', async () => {
    const lead = await pipeline().lead({ assigned_agent: 'agent_amira' });
    await erase(lead.id);
    const [entry, ...others] = await pipeline().journal(lead.id);
    expect(others).to.deep.equal([]);
    expect(entry?.type).to.equal('erased');
    const [deleted, erased] = (entry?.events ?? []).map(({ payload }) => JSON.parse(payload).data);
    expect(erased).to.deep.equal({
      lead_id: lead.id,
      assigned_agent: 'agent_amira',
      stage: 'new',
      merged_ids: [],
    });
    expect(deleted).to.deep.equal({ id: lead.id, deleted_at: entry?.at.toISOString() });
  });

  it("keeps the deletion's events until a queue accepts them", async () => {
    const lead = await pipeline().lead();
    await erase(lead.id);
    const [entry] = await pipeline().journal(lead.id);
    expect(entry?.events.map(({ name, mandatory }) => [name, mandatory])).to.deep.equal([
      ['lead.deleted', true],
      ['erasure.lead', true],
    ]);
  });

  it('honours If-Match', async () => {
    const lead = await pipeline().lead();
    const etag = (await pipeline().request('GET', `/v1/leads/${lead.id}`)).headers.get('etag') ?? '';
    await pipeline().request('PUT', `/v1/leads/${lead.id}`, { body: { notes: 'changed' } });
    expect((await erase(lead.id, { 'if-match': etag })).status).to.equal(412);
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).status).to.equal(200);
  });

  it('answers 409 for a lead with a deal', async () => {
    const { id } = await pipeline().lead();
    const terms = { property_id: 'prop_river', deal_value: 100_000 };
    expect((await pipeline().request('POST', `/v1/leads/${id}/won`, { body: terms })).status).to.equal(200);
    const open = await erase(id);
    expect([open.status, open.body.reason]).to.deep.equal([409, 'lead_has_live_deal']);
    const [invoice] = (await pipeline().request('GET', '/v1/invoices')).body;
    await pipeline().request('POST', `/v1/invoices/${invoice.id}/paid`);
    const paid = await erase(id);
    expect([paid.status, paid.body.reason]).to.deep.equal([409, 'invoice_paid']);
  });

  it("answers 404 for other workspaces' leads", async () => {
    const lead = await pipeline().lead();
    expect((await erase(lead.id, {}, { workspaceId: 'ws_two' })).status).to.equal(404);
    expect((await erase(lead.id, {}, { mode: 'sandbox' })).status).to.equal(404);
    expect((await pipeline().request('GET', `/v1/leads/${lead.id}`)).status).to.equal(200);
  });
});
