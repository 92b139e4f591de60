import { formatEnvelope } from '@plotline/kit/broker/message';
import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { listFilled, resetSandbox } from '../support/sandbox-reset.js';
import { LogReader } from './support/log-reader.js';
import { Subscriber, toStats } from './support/subscriber.js';
import { useWebhookFixture } from './support/webhook-fixture.js';

const kept = ['counters', 'endpoint_queues', 'event_sequences', 'webhooks', 'workspace_locks'];

describe('A sandbox reset in webhook', () => {
  const fixture = useWebhookFixture();

  async function publish(subscriber: Subscriber, timestamp = new Date()): Promise<void> {
    const { workspaceId: workspace_id } = subscriber;
    const id = newId('evt');
    const payload = formatEnvelope({ id, event: 'lead.created', timestamp, workspace_id, data: { id: 'lead_1' } });
    const event = { id, name: 'lead.created', mode: 'sandbox', payload, requestId: 'req_1' } as const;
    await subscriber.consume(event);
  }

  it('empties the event log, reports that to readers with an older cursor, and continues with new events', async () => {
    const subscriber = new Subscriber(fixture.service, 'sandbox');
    const { workspaceId } = subscriber;
    const log = new LogReader(fixture.service, { workspaceId, mode: 'sandbox' });
    const start = (await log.read()).meta.next_cursor;
    await publish(subscriber);
    const seen = (await log.read({ after: start })).meta.next_cursor;
    await resetSandbox(fixture.service, kept, workspaceId);
    expect(await log.read({ after: start })).to.deep.include({ ids: [] });
    expect((await log.read({ after: start })).meta).to.include({ has_gap: true, next_cursor: seen });
    await publish(subscriber);
    const { ids, meta } = await log.read({ after: seen });
    expect([ids.length, meta.has_gap]).to.deep.equal([1, false]);
  });

  it('removes earlier webhook tests that have an Idempotency-Key, and keeps later ones', async () => {
    const subscriber = new Subscriber(fixture.service, 'sandbox');
    const id = await subscriber.subscribe(fixture.receiver.url);
    const test = async (name: string) => {
      const keys = Array.from({ length: 8 }, (_, place) => `${name} ${place}`);
      for (const key of keys) {
        const { status } = await subscriber.call('POST', `/${id}/test`, undefined, { 'idempotency-key': key });
        expect(status).to.equal(200);
      }
    };
    await test('before');
    await resetSandbox(fixture.service, kept, subscriber.workspaceId);
    await test('after');
    expect(await subscriber.listDeliveries(id)).to.have.length(8);
  });

  // Runs last. The reset's second pass also removes records that are stored while the clock is ahead.
  it('ends pending deliveries and keeps the webhook, which delivers later events', async () => {
    const { service, receiver } = fixture;
    const subscriber = new Subscriber(service, 'sandbox');
    const { workspaceId } = subscriber;
    const id = await subscriber.subscribe(receiver.url);
    await publish(subscriber);
    await subscriber.waitForDelivery(id, 'delivered');
    receiver.answer = (response) => void response.writeHead(500).end();
    await publish(subscriber);
    await subscriber.waitForDelivery(id, 'failed');
    expect(await listFilled(service.runtime, workspaceId)).to.include.members([
      'deliveries',
      'events',
      'journal',
      ...kept,
    ]);

    await resetSandbox(service, kept, workspaceId);
    expect(await subscriber.listDeliveries(id)).to.deep.equal([]);
    await eventually(async () => expect(await subscriber.readWebhook(id)).to.deep.include({ stats: toStats(0, 0, 0) }));
    expect(receiver.received, 'no attempt was repeated').to.have.length(2);

    receiver.answer = (response) => void response.end();
    service.advanceClock(10 * 60_000);
    await publish(subscriber);
    await subscriber.waitForDelivery(id, 'delivered');
    expect(await subscriber.listDeliveries(id)).to.have.length(1);
    expect(receiver.received).to.have.length(3);
  });
});
