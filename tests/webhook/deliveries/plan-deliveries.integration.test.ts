import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { Subscriber } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

/** 40 more webhooks than are planned before the acknowledgement, and two chunks for each run of the planner. */
const eventCount = 32;

describe('planDeliveries', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  let subscriber: Subscriber;

  /** Creates a workspace with a number of webhooks. None of them is attempted. */
  async function subscribeMany(count: number): Promise<void> {
    await fixture.service.context.webhooks.dispatcher.stop();
    subscriber = new Subscriber(fixture.service);
    for (let made = 0; made < count; made += 1) await subscriber.subscribe(fixture.receiver.url);
  }

  async function firstWebhook(): Promise<string> {
    return (await subscriber.call('GET', '')).body[0].id;
  }

  function countStored(): Promise<number> {
    return fixture.service.context.runtime.databases.live.collection('deliveries').countDocuments();
  }

  function publishMany() {
    return Promise.all(Array.from({ length: eventCount }, () => subscriber.publish('lead.created')));
  }

  it("stores a limited number of deliveries at a time, and an event's payload once", async () => {
    await subscribeMany(40);
    const { runtime, webhooks } = fixture.service.context;
    const { deliveries } = webhooks;
    const add = deliveries.add.bind(deliveries);
    const sizes: number[] = [];
    deliveries.add = async (tenant, added) => {
      sizes.push(added.length);
      return add(tenant, added);
    };
    await publishMany();
    await eventually(async () => expect(await countStored()).to.equal(40 * eventCount));
    expect(Math.max(...sizes)).to.be.below(600);
    const stored = await runtime.databases.live.collection('deliveries').findOne({});
    expect(stored).to.not.have.property('payload');
    expect(await runtime.databases.live.collection('events').countDocuments()).to.equal(eventCount);
  });

  it('is completed after an interruption between two chunks', async () => {
    await subscribeMany(40);
    const { service } = fixture;
    const { deliveries, queues, clock } = service.context.webhooks;
    const add = deliveries.add.bind(deliveries);
    let chunks = 0;
    deliveries.add = async (...given) => {
      chunks += 1;
      if (chunks === 2) throw new Error('The process is about to die.');
      return add(...given);
    };
    await publishMany();
    await eventually(() => expect(chunks).to.be.at.least(2));
    expect(await countStored()).to.be.within(500, 40 * eventCount - 1);
    service.advanceClock(60_000);
    await eventually(async () => expect(await countStored()).to.equal(40 * eventCount));
    const claimed = new Set<string>();
    await eventually(async () => {
      const lease = { holder: 'a test', until: new Date(clock().getTime() + 3_600_000) };
      const due = await queues.findDue('live', clock(), 100);
      const ids = due.map(({ id }) => id);
      for (const queue of await queues.claim('live', ids, lease, clock())) claimed.add(queue.id);
      expect(claimed).to.have.property('size', 40);
    });
  });

  it('is completed for few webhooks when the broker delivers the event again', async () => {
    await subscribeMany(2);
    const { deliveries } = fixture.service.context.webhooks;
    const event = subscriber.prepare('lead.created');
    await subscriber.consume(event);
    await deliveries.deleteAll({ workspaceId: subscriber.workspaceId, mode: 'live' }, await firstWebhook());
    expect(await countStored()).to.equal(1);
    await subscriber.consume(event);
    expect(await countStored()).to.equal(2);
  });

  it('delays neither the acknowledgement of events nor other workspaces when there are many webhooks', async () => {
    await subscribeMany(40);
    const other = new Subscriber(fixture.service);
    const { deliveries } = fixture.service.context.webhooks;
    const quick = await other.subscribe(fixture.receiver.url);
    const add = deliveries.add.bind(deliveries);
    let resume: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      resume = resolve;
    });
    deliveries.add = async (tenant, added) => {
      if (tenant.workspaceId === subscriber.workspaceId) await held;
      return add(tenant, added);
    };
    await publishMany();
    await other.publish('lead.created');
    expect(await other.listDeliveries(quick)).to.have.length(1);
    expect(await countStored()).to.equal(1);
    resume();
    await eventually(async () => expect(await countStored()).to.equal(40 * eventCount + 1));
  });
});
