import { Dispatcher } from '@plotline/webhook/delivery/dispatcher';
import type { LaneOptions } from '@plotline/webhook/delivery/work-lane';
import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { counts, field, Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

describe('replicas of the delivery worker', () => {
  let service: WebhookFixture;
  let receiver: Receiver;
  let customer: Subscriber;
  const started: Dispatcher[] = [];

  beforeEach(async () => {
    service = await startWebhookService();
    receiver = await startReceiver();
    customer = new Subscriber(service);
  });
  afterEach(async () => {
    await Promise.all(started.splice(0).map((dispatcher) => dispatcher.stop()));
    await service.stop();
    await receiver.close();
  });

  function replica(): Dispatcher {
    const { subscriptions, deliveries, lanes, attempt, clock, runtime } = service.context;
    const options: LaneOptions = { subscriptions, deliveries, lanes, attempt, clock, log: runtime.log };
    const dispatcher = new Dispatcher(options);
    started.push(dispatcher);
    dispatcher.start();
    return dispatcher;
  }

  it('share the work: everything arrives once', async () => {
    const others = [replica(), replica()];
    const ids: string[] = [];
    for (let count = 0; count < 5; count += 1) ids.push(await customer.subscribe(`${receiver.url}/${count}`));
    await Promise.all(
      Array.from({ length: 40 }, async () => {
        await customer.publish('lead.created');
        for (const other of others) other.wake('live');
      }),
    );
    await eventually(() => expect(receiver.received).to.have.length.at.least(200));
    for (const id of ids) {
      await eventually(async () => expect(field(await customer.read(id), 'stats')).to.deep.equal(counts(40, 40, 0)));
    }
    const keys = receiver.received.map(({ path, headers }) => `${path} ${headers['webhook-id']}`);
    expect(keys).to.have.length(200);
    expect(new Set(keys)).to.have.property('size', 200);
  });

  it('attempt what was stored before the process died', async () => {
    await service.context.dispatcher.stop();
    const id = await customer.subscribe(receiver.url);
    const event = await customer.publish('lead.created');
    expect(await customer.log(id, '?status=pending')).to.have.length(1);
    replica();
    await customer.settled(id, 'delivered');
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload]);
  });

  it('take over from one that died while it held the lane, once its time is over', async () => {
    await service.context.dispatcher.stop();
    const { lanes, clock } = service.context;
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created');
    const now = clock();
    expect(await lanes.claim('live', 'the dead one', now, new Date(now.getTime() + 3_600_000))).to.include({ id });
    replica();
    const other = new Subscriber(service);
    const free = await other.subscribe(`${receiver.url}/other`);
    await other.publish('lead.created');
    await other.settled(free, 'delivered');
    expect(await customer.log(id, '?status=pending')).to.have.length(1);
    service.passTime(3_600_000);
    await customer.settled(id, 'delivered');
  });

  it('leave what is under way when they stop to be made again, unrecorded, without waiting for it', async () => {
    receiver.answer = () => undefined;
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created');
    await eventually(() => expect(receiver.received).to.have.length(1));
    await service.context.dispatcher.stop();
    expect(await customer.log(id, '?status=pending')).to.have.length(1);
    receiver.answer = (response) => void response.end();
    replica();
    await customer.settled(id, 'delivered', 1);
  });
});
