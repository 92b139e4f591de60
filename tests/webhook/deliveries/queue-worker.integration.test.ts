import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { minuteMs, retryDelaysMs } from '../support/retry-delays.js';
import { getField, isSigned, Subscriber, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('attempts at due deliveries', () => {
  const fixture = useWebhookFixture();

  it('post the published event once, immediately, signed and byte for byte', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    const event = await subscriber.publish('lead.created', { data: { name: 'Zoë', price: 1.5 } });
    const delivery = await subscriber.waitForDelivery(id, 'delivered');
    expect(receiver.received).to.have.length(1);
    const [seen] = receiver.received;
    expect(seen?.body).to.equal(event.payload);
    expect(seen?.headers).to.include({ 'content-type': 'application/json', 'webhook-id': event.id });
    expect(Math.abs(Number(seen?.headers['x-service-timestamp']) * 1_000 - Date.now())).to.be.below(60_000);
    expect(seen && isSigned(seen)).to.equal(true);
    expect(delivery)
      .to.include({ event_id: event.id, response_code: 200 })
      .and.not.have.any.keys('error', 'next_retry');
    const webhook = await subscriber.readWebhook(id);
    expect(getField(webhook, 'stats')).to.deep.equal(toStats(1, 1, 0));
    expect(getField(webhook, 'last_triggered')).to.equal(delivery.attempts[0]?.timestamp);
  });

  it('post the deprecated payload to a webhook with payload_version v1', async () => {
    const { subscriber, receiver } = fixture;
    await subscriber.subscribe(receiver.url, { payload_version: 'v1' });
    const event = await subscriber.publish('lead.created', { data: { name: 'Zoë' } });
    await eventually(() => expect(receiver.received).to.have.length(1));
    const [seen] = receiver.received;
    const { timestamp } = JSON.parse(event.payload);
    expect(JSON.parse(seen?.body ?? '')).to.deep.equal({
      event: 'lead.created',
      created_at: timestamp,
      data: { name: 'Zoë' },
    });
    expect(seen && isSigned(seen)).to.equal(true);
    expect(seen?.headers['webhook-id']).to.equal(event.id);
  });

  it('continue while an earlier delivery to the same receiver hangs', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response, { body }) => void (body.includes('"stuck"') ? undefined : response.end());
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created', { data: 'stuck' });
    await eventually(() => expect(receiver.received).to.have.length(1));
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'delivered');
    expect(await subscriber.listDeliveries(id, '?status=pending')).to.have.length(1);
  });

  it('leave no data behind once their webhook is deleted', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'delivered');
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const { queues, deliveries, counters } = service.context.webhooks;
    expect((await subscriber.call('DELETE', `/${id}`)).status).to.equal(204);
    await eventually(async () => expect(await queues.get(tenant, id)).to.equal(null));
    const query = { page: 1, per_page: 10, sort: 'created_at', order: 'desc' } as const;
    expect((await deliveries.log.list(tenant, id, query)).records).to.deep.equal([]);
    expect([...(await counters.getMany(tenant, [id]))]).to.deep.equal([]);
  });
});

describe('failed attempts', () => {
  const fixture = useWebhookFixture();
  beforeEach(() => {
    fixture.receiver.answer = (response) => void response.writeHead(500).end('out of order');
  });

  /** Makes every attempt in the schedule fail, and resolves to the webhook's id. */
  async function exhaust(): Promise<string> {
    const { subscriber, receiver, service } = fixture;
    const id = await subscriber.subscribe(receiver.url, { events: ['*'] });
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'failed', 1);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      service.advanceClock(delayMs);
      await subscriber.waitForDelivery(id, 'failed', index + 2);
    }
    return id;
  }

  it('are retried 5 min, 30 min, 2 h and 24 h after the previous attempt, never early, each freshly signed', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    const event = await subscriber.publish('lead.created');
    let delivery = await subscriber.waitForDelivery(id, 'failed', 1);
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      expect(delivery).to.include({ error: 'The receiver answered 500.', response_code: 500 });
      const planned = Date.parse(delivery.next_retry ?? '') - Date.parse(delivery.attempts.at(-1)?.timestamp ?? '');
      expect(planned).to.be.within(delayMs, delayMs + 5_000);
      service.advanceClock(delayMs - 20_000);
      // Once the probe's delivery has been attempted, the dispatcher has polled and has skipped the retry that isn't
      // due.
      const probe = new Subscriber(service);
      const other = await probe.subscribe(`${receiver.url}/probe`);
      await probe.publish('lead.created');
      await probe.waitForDelivery(other, 'failed');
      expect(receiver.received.filter(({ path }) => path === '/hook')).to.have.length(index + 1);
      service.advanceClock(20_000);
      delivery = await subscriber.waitForDelivery(id, 'failed', index + 2);
    }
    const seen = receiver.received.filter(({ path }) => path === '/hook');
    expect(seen.map(({ body }) => body)).to.deep.equal(Array.from({ length: 5 }, () => event.payload));
    expect(seen.every((one) => isSigned(one))).to.equal(true);
    expect(new Set(seen.map(({ headers }) => headers['x-service-timestamp']))).to.have.property('size', 5);
  });

  it('disable the webhook once at the fifth failure, after which events are recorded and can be resent', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await exhaust();
    await eventually(async () => expect(await subscriber.readWebhook(id)).to.include({ active: false }));
    expect(getField(await subscriber.readWebhook(id), 'disabled_at')).to.be.a('string');
    expect((await subscriber.listDeliveries(id))[0]).to.not.have.property('next_retry');

    receiver.answer = (response) => void response.end();
    await subscriber.publish('lead.updated');
    const recorded = await subscriber.waitForDelivery(id, 'pending', 0);
    const resend = `/${id}/deliveries/${recorded.id}/resend`;
    expect((await subscriber.call('POST', resend)).status).to.equal(409);
    expect((await subscriber.call('PUT', `/${id}`, { active: true })).body).to.include({
      active: true,
      disabled_at: null,
    });
    expect((await subscriber.call('POST', resend)).status).to.equal(202);
    await subscriber.waitForDelivery(id, 'delivered');
    expect(receiver.received).to.have.length(6);

    const { live } = service.context.runtime.databases;
    const notes = await live.collection('journal').find({ subject: id, type: 'disabled' }).toArray();
    expect(notes).to.have.length(1);
  });

  it('are counted in the same transaction that disables the webhook at the fifth failure', async () => {
    const { service, subscriber, receiver } = fixture;
    const { subscriptions } = service.context.webhooks;
    const disable = subscriptions.disable.bind(subscriptions);
    let failures = 0;
    subscriptions.disable = async (tenant, ...given) => {
      const entries = await disable(tenant, ...given);
      // The clock is also ahead for the webhooks of earlier tests. Their fifth attempts may fail now.
      if (tenant.workspaceId !== subscriber.workspaceId) return entries;
      failures += 1;
      if (failures === 1) throw new Error('The process is about to die.');
      return entries;
    };
    const id = await exhaust();
    subscriptions.disable = disable;
    // A transaction that conflicts with another write runs again, and so repeats its queries.
    expect(failures, 'the fifth attempt was made again').to.be.at.least(2);
    expect(await subscriber.readWebhook(id)).to.include({ active: false });
    expect(receiver.received).to.have.length(6);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).to.have.property('size', 1);
    const { live } = service.context.runtime.databases;
    expect(await live.collection('journal').countDocuments({ subject: id, type: 'disabled' })).to.equal(1);
  });

  it('end the delivery if its event is no longer stored, without delaying other deliveries', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url, { events: ['*'] });
    const event = await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'failed');
    const { live } = service.context.runtime.databases;
    await live.collection<{ _id: string }>('events').deleteOne({ _id: event.id });
    receiver.answer = (response) => void response.end();
    service.advanceClock(5 * minuteMs);
    const lost = await subscriber.waitForDelivery(id, 'failed', 2);
    expect(lost).to.include({ error: 'The event is no longer stored.' }).and.not.have.property('next_retry');
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'delivered');
  });

  it('are not retried after a 410', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(410).end();
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    expect(await subscriber.waitForDelivery(id, 'failed')).to.not.have.property('next_retry');
    expect(await subscriber.readWebhook(id)).to.include({ active: true });
  });

  it('are retried after the delay in the Retry-After header of a 429', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    const { next_retry, attempts } = await subscriber.waitForDelivery(id, 'failed');
    expect(Date.parse(next_retry ?? '') - Date.parse(attempts[0]?.timestamp ?? '')).to.be.at.least(3_600_000);
  });

  it('stop counting as failed when a retry succeeds', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'failed');
    expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(1, 0, 1));
    receiver.answer = (response) => void response.end();
    service.advanceClock(5 * minuteMs + 1_000);
    const delivery = await subscriber.waitForDelivery(id, 'delivered', 2);
    expect(delivery).to.include({ response_code: 200 }).and.not.have.any.keys('error', 'next_retry');
    expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(1, 1, 0));
  });

  it('are not retried once the webhook is deactivated or deleted', async () => {
    const { service, subscriber, receiver } = fixture;
    const off = await subscriber.subscribe(`${receiver.url}/off`);
    const deleted = await subscriber.subscribe(`${receiver.url}/deleted`);
    await subscriber.publish('lead.created');
    await Promise.all([subscriber.waitForDelivery(off, 'failed'), subscriber.waitForDelivery(deleted, 'failed')]);
    await subscriber.call('PUT', `/${off}`, { active: false });
    await subscriber.call('DELETE', `/${deleted}`);
    expect((await subscriber.listDeliveries(off))[0]).to.not.have.property('next_retry');
    service.advanceClock(6 * minuteMs);
    await subscriber.call('PUT', `/${off}`, { active: true });
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(off, 'failed');
    expect(receiver.received.map(({ path }) => path).sort()).to.deep.equal(['/hook/deleted', '/hook/off', '/hook/off']);
  });
});
