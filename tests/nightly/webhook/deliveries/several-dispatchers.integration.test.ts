import type { Webhook } from '@plotline/webhook/channels/model/webhook';
import { Dispatcher } from '@plotline/webhook/deliveries/work/dispatcher';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { getField, Subscriber, toStats } from '../../../webhook/support/subscriber.js';
import { useWebhookFixture } from '../../../webhook/support/webhook-fixture.js';

describe('several dispatchers', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const started: Dispatcher<Webhook>[] = [];
  afterEach(async () => {
    await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
  });

  function startReplica(): Dispatcher<Webhook> {
    const dispatcher = new Dispatcher('deliveries', fixture.service.context.webhooks);
    started.push(dispatcher);
    dispatcher.start();
    return dispatcher;
  }

  it('share the work and attempt each delivery once', async () => {
    const { subscriber, receiver } = fixture;
    const others = [startReplica(), startReplica()];
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await subscriber.subscribe(`${receiver.url}/${count}`));
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        await subscriber.publish('lead.created');
        for (const other of others) other.wake('live');
      }),
    );
    await eventually(() => expect(receiver.received).to.have.length.at.least(200));
    for (const id of ids) {
      await eventually(async () =>
        expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(40, 40, 0)),
      );
    }
    const keys = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(keys).to.have.length(200);
    expect(new Set(keys)).to.have.property('size', 200);
  });

  it('attempt deliveries that were recorded before another process stopped', async () => {
    const { service, subscriber, receiver } = fixture;
    await service.context.webhooks.dispatcher.stop();
    const id = await subscriber.subscribe(receiver.url);
    const event = await subscriber.publish('lead.created');
    expect(await subscriber.listDeliveries(id, '?status=pending')).to.have.length(1);
    startReplica();
    await subscriber.waitForDelivery(id, 'delivered');
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload]);
  });

  it('claim the queue of a crashed holder once its lease has expired', async () => {
    const { service, subscriber, receiver } = fixture;
    await service.context.webhooks.dispatcher.stop();
    const { queues, clock } = service.context.webhooks;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    const now = clock();
    const lease = { holder: 'the dead one', until: new Date(now.getTime() + 3_600_000) };
    expect(await queues.claim('live', [id], lease, now)).to.have.length(1);
    startReplica();
    const other = new Subscriber(service);
    const free = await other.subscribe(`${receiver.url}/other`);
    await other.publish('lead.created');
    await other.waitForDelivery(free, 'delivered');
    expect(await subscriber.listDeliveries(id, '?status=pending')).to.have.length(1);
    service.advanceClock(3_600_000);
    await subscriber.waitForDelivery(id, 'delivered');
  });

  it('skip a queue while its holder is alive, even if the attempts take long', async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = () => undefined;
    startReplica();
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await eventually(() => expect(receiver.received).to.have.length(1));
    const { live } = service.context.runtime.databases;
    const readQueue = () =>
      live.collection<{ _id: string; holder: string; held_until: Date }>('endpoint_queues').findOne({ _id: id });
    const holder = (await readQueue())?.holder;
    for (let time = 0; time < 2; time += 1) {
      service.advanceClock(2_000);
      await eventually(async () => {
        const queue = await readQueue();
        expect(queue?.holder).to.equal(holder);
        expect((queue?.held_until.getTime() ?? 0) - service.context.clock().getTime()).to.be.above(2_000);
      });
    }
    expect(receiver.received).to.have.length(1);
    receiver.answer = (response) => void response.end();
  });

  it('repeat unrecorded attempts that another dispatcher aborted when it stopped', async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = () => undefined;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await eventually(() => expect(receiver.received).to.have.length(1));
    await service.context.webhooks.dispatcher.stop();
    expect(await subscriber.listDeliveries(id, '?status=pending')).to.have.length(1);
    receiver.answer = (response) => void response.end();
    startReplica();
    await subscriber.waitForDelivery(id, 'delivered', 1);
  });
});
