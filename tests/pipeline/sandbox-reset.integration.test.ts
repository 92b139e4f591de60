import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { listFilled, resetSandbox } from '../support/sandbox-reset.js';
import { useFixture } from '../support/use-fixture.js';
import { FakeInventory } from './support/fake-inventory.js';
import { startPipeline } from './support/pipeline.js';

const as = { mode: 'sandbox' } as const;

describe('A sandbox reset in pipeline', () => {
  const pipeline = useFixture(() => startPipeline({ units: new FakeInventory() }));

  async function countLeads(): Promise<unknown> {
    const { body } = await pipeline().request('GET', '/v1/analytics/overview', { as });
    return body.leads.total;
  }

  it('removes leads, deals and stored responses, and leaves correct counters', async () => {
    const { lead, request, runtime } = pipeline();
    const headers = { 'idempotency-key': 'one' };
    const body = { name: 'Maria Silva', email: 'maria@example.com' };
    const first = await request('POST', '/v1/leads', { as, headers, body });
    await lead({ email: 'other@example.com' }, as);
    await request('POST', `/v1/leads/${first.body.id}/notes`, { as, body: { content: 'A note.' } });
    await request('POST', `/v1/leads/${first.body.id}/won`, { as, body: { property_id: 'prop_river', deal_value: 9 } });
    const live = await lead();
    expect(await countLeads()).to.equal(2);
    expect(await listFilled(runtime)).to.include.members(['deals', 'idempotency', 'invoices', 'journal', 'leads']);
    await resetSandbox(pipeline(), ['invoice_counts', 'record_counters']);
    await eventually(async () => expect(await countLeads()).to.equal(0));
    expect((await request('GET', `/v1/leads/${live.id}`)).status).to.equal(200);
    const again = await request('POST', '/v1/leads', { as, headers, body: { ...body, name: 'Another request' } });
    expect(again.status, 'the Idempotency-Key is free').to.equal(201);
    expect(again.headers.get('idempotency-replayed')).to.equal(null);
    expect(await countLeads()).to.equal(1);
  });
});
