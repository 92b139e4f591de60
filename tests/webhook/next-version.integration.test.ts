import { expect } from 'chai';
import { storeUnknownFields } from '../support/next-version.js';
import { useWebhookFixture } from './support/webhook-fixture.js';

describe('webhooks and deliveries that a newer release of the service has stored', () => {
  const fixture = useWebhookFixture();

  it('are changed and attempted, and keep their unknown fields without returning them', async () => {
    const { subscriber, receiver, service } = fixture;
    const { runtime } = service.context;
    receiver.answer = (response) => void response.writeHead(500).end('out of order');
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    const failed = await subscriber.waitForDelivery(id, 'failed');
    const stored = [
      await storeUnknownFields(runtime, 'webhooks', id),
      await storeUnknownFields(runtime, 'deliveries', failed.id, ['request']),
      await storeUnknownFields(runtime, 'endpoint_queues', id),
      await storeUnknownFields(runtime, 'counters', `${subscriber.workspaceId}/${id}.0`),
    ];
    receiver.answer = (response) => void response.end();
    expect((await subscriber.call('PUT', `/${id}`, { events: ['lead.created', 'lead.won'] })).status).to.equal(200);
    expect((await subscriber.call('POST', `/${id}/deliveries/${failed.id}/resend`)).status).to.equal(202);
    await subscriber.waitForDelivery(id, 'delivered', 2);
    for (const record of stored) await record.expectKept();
    const shown = [await subscriber.readWebhook(id), await subscriber.listDeliveries(id)];
    expect(JSON.stringify(shown)).to.not.include('next_version');
  });

  it('record an event with unknown fields, and deliver it byte for byte', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    const event = await subscriber.publish('lead.created', { data: { id: 'lead_1', next_version: { at: 1 } } });
    await subscriber.waitForDelivery(id, 'delivered');
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload]);
  });
});
