import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { Subscriber } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('planDeliveries', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  let subscriber: Subscriber;

  /** A workspace with so many webhooks, none of which is attempted. */
  async function subscribeMany(count: number): Promise<void> {
    await fixture.service.context.dispatcher.stop();
    subscriber = new Subscriber(fixture.service);
    for (let made = 0; made < count; made += 1) await subscriber.subscribe(fixture.receiver.url);
  }

  function countStored(): Promise<number> {
    return fixture.service.context.runtime.databases.live.collection('deliveries').countDocuments();
  }

  function publishMany(count: number) {
    return Promise.all(Array.from({ length: count }, () => subscriber.publish('lead.created')));
  }

  it('stores a bounded number of deliveries at once, and the payload of an event once', async () => {
    await subscribeMany(40);
    const { deliveries, runtime } = fixture.service.context;
    const add = deliveries.add.bind(deliveries);
    const sizes: number[] = [];
    deliveries.add = async (tenant, added) => {
      sizes.push(added.length);
      await add(tenant, added);
    };
    await publishMany(100);
    expect(await countStored()).to.equal(4_000);
    expect(Math.max(...sizes)).to.be.below(600);
    const stored = await runtime.databases.live.collection('deliveries').findOne({});
    expect(stored).to.not.have.property('payload');
    expect(await runtime.databases.live.collection('events').countDocuments()).to.equal(100);
  });

  it('is completed when it is repeated after an interruption between two chunks', async () => {
    await subscribeMany(40);
    const { deliveries, queues, clock } = fixture.service.context;
    await subscriber.publish('lead.created');
    const add = deliveries.add.bind(deliveries);
    let chunks = 0;
    deliveries.add = async (...given) => {
      chunks += 1;
      if (chunks === 3) throw new Error('The process is about to die.');
      await add(...given);
    };
    const events = Array.from({ length: 64 }, () => subscriber.prepare('lead.created'));
    const outcomes = await Promise.allSettled(events.map((event) => subscriber.consume(event)));
    expect(outcomes.some(({ status }) => status === 'rejected')).to.equal(true);
    expect(await countStored()).to.be.within(41, 40 * 65 - 1);
    deliveries.add = add;
    await Promise.all(events.map((event) => subscriber.consume(event)));
    expect(await countStored()).to.equal(40 * 65);
    const claimed = new Set<string>();
    await eventually(async () => {
      const lease = { holder: 'a test', until: new Date(clock().getTime() + 3_600_000) };
      const queue = await queues.claim('live', lease, clock());
      if (queue) claimed.add(queue.id);
      expect(claimed).to.have.property('size', 40);
    });
  });
});
