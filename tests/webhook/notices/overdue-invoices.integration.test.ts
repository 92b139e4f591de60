import type { InboundEvent } from '@plotline/kit/broker/message';
import { recordOverdueInvoices } from '@plotline/webhook/notices/work/record-overdue-invoices';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

describe('GET /v1/notifications about overdue invoices', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const workspaceId = () => fixture.subscriber.workspaceId;

  function overdue(id: string, agent_id = 'agent_1', mode: 'live' | 'sandbox' = 'live'): InboundEvent {
    const data = { invoice_id: `inv_${id}`, number: `INV-${id}`, lead_id: 'lead_1', due_on: '2026-03-01', agent_id };
    return createEvent('overdue.invoice', { workspaceId: workspaceId(), data, mode });
  }

  async function tell(...events: readonly InboundEvent[]): Promise<void> {
    const consumer = recordOverdueInvoices(fixture.service.context);
    await Promise.all(events.map((event) => consumer.handle(event)));
  }

  const asAgent = (agentId: string) => ({
    workspaceId: workspaceId(),
    actor: { type: 'user' as const, id: `person of ${agentId}`, name: 'Ada', role: 'agent', agentId },
  });

  async function read(agentId = 'agent_1') {
    const as = asAgent(agentId);
    return (await fixture.service.request('GET', '/v1/notifications?type=invoice.overdue', { as })).body;
  }

  it("notify the lead's agent once, and no one in the sandbox", async () => {
    const event = overdue('000001');
    await tell(event, event, overdue('000002', 'agent_2', 'sandbox'));
    await tell(event);
    const told = await read();
    expect(told).to.have.length(1);
    expect(told[0]).to.deep.include({
      message: 'Invoice INV-000001 is overdue.',
      subject: { type: 'invoice', id: 'inv_000001' },
      data: { agent_id: 'agent_1', invoices: 1, lead_id: 'lead_1' },
    });
    expect(await read('agent_2')).to.deep.equal([]);
  });

  it('combine invoices that become overdue together', async () => {
    await tell(overdue('000001'), overdue('000002'), overdue('000003', 'agent_2'));
    expect((await read()).map(({ message }: { message: string }) => message)).to.deep.equal([
      '2 invoices are overdue.',
    ]);
    expect(await read('agent_2')).to.have.length(1);
  });

  it('are emailed unless the person chooses otherwise, and hidden when turned off', async () => {
    const as = asAgent('agent_1');
    const { body } = await fixture.service.request('GET', '/v1/notifications/preferences', { as });
    expect(body.invoice_overdue).to.equal('mail');
    await fixture.service.request('PUT', '/v1/notifications/preferences', { as, body: { invoice_overdue: 'off' } });
    await tell(overdue('000001'));
    const list = await fixture.service.request('GET', '/v1/notifications', { as });
    expect(list.body).to.deep.equal([]);
  });
});
