import { toBulkQueue } from '@plotline/webhook/deliveries/work/bulk-events';
import { recordDeliveries } from '@plotline/webhook/deliveries/work/record-deliveries';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { Subscriber } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';
import { createEvent } from '../support/webhook-service.js';

describe('recordDeliveries', () => {
  const fixture = useWebhookFixture();

  it('records one delivery for an event that is consumed more than once', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created', { times: 3 });
    await subscriber.waitForDelivery(id, 'delivered');
    expect(await subscriber.listDeliveries(id)).to.have.length(1);
    expect(receiver.received).to.have.length(1);
  });

  it('records an event for the active webhooks of its workspace and mode that subscribe to its name or to *', async () => {
    const { subscriber, receiver } = fixture;
    const named = await subscriber.subscribe(`${receiver.url}/named`);
    const all = await subscriber.subscribe(`${receiver.url}/all`, { events: ['*'] });
    const other = await subscriber.subscribe(`${receiver.url}/other`, { events: ['unit.sold'] });
    const inactive = await subscriber.subscribe(`${receiver.url}/inactive`, { active: false });
    await subscriber.publish('lead.created', { workspaceId: 'ws_stranger' });
    await subscriber.publish('lead.created', { mode: 'sandbox' });
    await subscriber.publish('lead.imagined');
    await subscriber.publish('lead.created');
    await Promise.all([subscriber.waitForDelivery(named, 'delivered'), subscriber.waitForDelivery(all, 'delivered')]);
    expect(receiver.received.map(({ path }) => path).sort()).to.deep.equal(['/hook/all', '/hook/named']);
    expect(await subscriber.listDeliveries(other)).to.have.length(0);
    expect(await subscriber.listDeliveries(inactive)).to.have.length(0);
  });

  it('records an event once for a webhook that subscribes to the event and its group, and returns both as sent', async () => {
    const { subscriber, receiver, service } = fixture;
    const events = ['lead.*', 'lead.created'];
    const id = await subscriber.subscribe(`${receiver.url}/group`, { events });
    const other = await subscriber.subscribe(`${receiver.url}/other`, { events: ['property.*'] });
    await subscriber.publish('lead.created');
    await subscriber.publish('lead.lost');
    await eventually(() => expect(receiver.received).to.have.length(2));
    expect(receiver.received.map(({ path }) => path)).to.deep.equal(['/hook/group', '/hook/group']);
    expect(await subscriber.listDeliveries(id)).to.have.length(2);
    expect(await subscriber.listDeliveries(other)).to.have.length(0);
    const as = { workspaceId: subscriber.workspaceId };
    const { body } = await service.request('GET', `/v1/webhooks/${id}`, { as });
    expect(body).to.have.deep.property('events', events);
  });

  it('records only sandbox events for a sandbox webhook', async () => {
    const { service, receiver } = fixture;
    const tester = new Subscriber(service, 'sandbox');
    await tester.subscribe(receiver.url, { events: ['*'] });
    await tester.publish('lead.created', { mode: 'live' });
    const event = await tester.publish('lead.created');
    await eventually(() => expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload]));
  });

  it('moves the events of two busy workspaces to separate queues, so that neither waits for the other', async () => {
    const [consumer, ...others] = recordDeliveries(fixture.service.context);
    const workspaces = ['ws_a', 'ws_b'];
    const handled: Promise<void>[] = [];
    const moved = workspaces.map((workspaceId) => {
      const take = () => createEvent('lead.created', { workspaceId });
      expect(consumer.reroute?.(take())).to.equal(null);
      for (let count = 0; count < 256; count += 1) handled.push(consumer.handle(take()));
      return consumer.reroute?.(take());
    });
    expect(moved).to.deep.equal(workspaces.map((workspaceId) => toBulkQueue(`live ${workspaceId}`)));
    expect(new Set(moved)).to.have.length(2);
    expect(others.map(({ queue }) => queue)).to.include.members(moved);
    await Promise.all(handled);
  });

  describe('an event from before a change of the webhook', () => {
    const long = 60_000;

    /** Publishes events with the name and the given times, in seconds from now. */
    async function publishOf(name: string, seconds: readonly number[]): Promise<void> {
      const now = fixture.service.context.clock().getTime();
      for (const second of seconds) {
        const timestamp = new Date(now + 1_000 * second);
        await fixture.subscriber.publish(name, { timestamp, data: { id: `${name} ${second}` } });
      }
    }

    const listReceived = () => fixture.receiver.received.map(({ body }) => JSON.parse(body).data.id).sort();

    it('is not recorded for a webhook that was created later', async () => {
      const { subscriber, receiver } = fixture;
      const id = await subscriber.subscribe(receiver.url);
      await publishOf('lead.created', [-3_600, -10, 0]);
      await subscriber.waitForDelivery(id, 'delivered');
      expect(listReceived()).to.deep.equal(['lead.created 0']);
      expect(await subscriber.listDeliveries(id)).to.have.length(1);
    });

    it('is recorded for a webhook that failures had disabled, but not for a webhook that was deactivated', async () => {
      const { subscriber, receiver, service } = fixture;
      const off = await subscriber.subscribe(`${receiver.url}/off`, { active: false });
      const disabled = await subscriber.subscribe(`${receiver.url}/disabled`);
      const { live } = service.runtime.databases;
      const failed = { $set: { active: false, disabled_at: service.context.clock() } };
      await live.collection<{ _id: string }>('webhooks').updateOne({ _id: disabled }, failed);
      service.advanceClock(long);
      for (const id of [off, disabled]) await subscriber.call('PUT', `/${id}`, { active: true });
      await publishOf('lead.created', [-30, 0]);
      await eventually(async () => {
        expect(await subscriber.listDeliveries(disabled, '?status=delivered')).to.have.length(2);
        expect(await subscriber.listDeliveries(off, '?status=delivered')).to.have.length(1);
      });
      expect(await subscriber.listDeliveries(off)).to.have.length(1);
    });

    it('is recorded for a webhook that subscribed to *, but not for a webhook that added the event later', async () => {
      const { subscriber, receiver, service } = fixture;
      const named = await subscriber.subscribe(`${receiver.url}/named`);
      const all = await subscriber.subscribe(`${receiver.url}/all`, { events: ['*'] });
      service.advanceClock(long);
      const events = ['lead.created', 'unit.sold'];
      for (const id of [named, all]) await subscriber.call('PUT', `/${id}`, { events });
      await publishOf('unit.sold', [-30, 0]);
      await publishOf('lead.created', [-30, 0]);
      await eventually(async () => {
        expect(await subscriber.listDeliveries(named, '?status=delivered')).to.have.length(3);
        expect(await subscriber.listDeliveries(all, '?status=delivered')).to.have.length(4);
      });
      expect(await subscriber.listDeliveries(named)).to.have.length(3);
    });
  });
});
