import { expect } from 'chai';
import { storeUnknownFields } from '../../../support/next-version.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startPipeline } from '../../support/pipeline.js';

describe('leads and sale records that a newer release of the service has stored', () => {
  const pipeline = useFixture(startPipeline);

  async function call(method: string, path: string, body?: object) {
    const reply = await pipeline().request(method, path, body ? { body } : {});
    expect([200, 201], path).to.include(reply.status);
    expect(JSON.stringify(reply.body), path).to.not.include('next_version');
    return reply.body;
  }

  it('are read, changed, won, paid and reopened, and keep unknown fields without returning them', async () => {
    const interest = { interested_properties: ['unit_a1'], budget: { max: 300_000, currency: 'EUR' } };
    const { id } = await pipeline().lead({ ...interest, assigned_agent: 'agent_amira' });
    const lead = await storeUnknownFields(pipeline().runtime, 'leads', id);
    await call('GET', `/v1/leads/${id}?expand=agent,properties`);
    await call('PUT', `/v1/leads/${id}`, { budget: { min: 200_000 }, assigned_agent: 'agent_bruno', name: 'Maria S' });
    await call('POST', `/v1/leads/${id}/notes`, { content: 'Met her.', type: 'meeting' });
    await call('POST', `/v1/leads/${id}/stage`, { stage: 'viewing' });
    const { deal } = await call('POST', `/v1/leads/${id}/won`, { property_id: 'prop_river', deal_value: 450_000 });
    const [invoice] = await call('GET', `/v1/invoices?deal_id=${deal.id}`);
    const [commission] = await call('GET', `/v1/commissions?deal_id=${deal.id}`);
    const stored = [
      lead,
      await storeUnknownFields(pipeline().runtime, 'deals', deal.id),
      await storeUnknownFields(pipeline().runtime, 'invoices', invoice.id),
      await storeUnknownFields(pipeline().runtime, 'commissions', commission.id),
    ];
    await call('POST', `/v1/leads/${id}/stage`, { stage: 'negotiation' });
    for (const path of ['deals', 'invoices', 'commissions', 'leads']) await call('GET', `/v1/${path}`);
    expect(await call('GET', `/v1/invoices/${invoice.id}`)).to.include({ status: 'void' });
    for (const record of stored) await record.expectKept();
    expect(JSON.stringify(await pipeline().events(id))).to.not.include('next_version');
  });

  it('have timeline entries that omit unknown attributes', async () => {
    const { id } = await pipeline().lead();
    const journal = pipeline().runtime.databases.live.collection('journal');
    await journal.updateMany({ subject: id }, { $set: { 'attributes.next_version': 1, next_version: 1 } });
    const [entry] = await call('GET', `/v1/leads/${id}/activity`);
    expect(entry).to.include({ type: 'created' });
  });

  it('are scored even if this release does not know their source', async () => {
    const { id } = await pipeline().lead();
    await pipeline()
      .runtime.databases.live.collection('leads')
      .updateMany({}, { $set: { source: 'fair' } });
    const objection = await pipeline()
      .request('PUT', `/v1/leads/${id}`, { body: { phone: '+351 910 000 001' } })
      .then(() => 'none', String);
    // The service answers, but the test's contract check rejects the unknown source.
    expect(objection).to.include(`PUT /v1/leads/${id} 200: data/source`);
    expect((await pipeline().journal(id)).at(-1)?.changes)
      .to.have.nested.property('score.to')
      .that.is.within(0, 100);
  });
});
