import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { startReceiver } from '../../support/receiver.js';
import { getField, Subscriber, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('Dispatcher', () => {
  const fixture = useWebhookFixture();

  it('attempts deliveries to other receivers while one receiver hangs', async () => {
    const { service, subscriber, receiver } = fixture;
    const slow = await startReceiver();
    slow.answer = () => undefined;
    const held = await subscriber.subscribe(slow.url);
    for (let count = 0; count < 10; count += 1) await subscriber.publish('lead.created');
    await eventually(() => expect(slow.received).to.have.length(2));
    const other = new Subscriber(service);
    const quick = await other.subscribe(receiver.url);
    await other.publish('lead.created');
    await other.waitForDelivery(quick, 'delivered');
    expect(await subscriber.listDeliveries(held, '?status=delivered,failed')).to.have.length(0);
    await subscriber.call('DELETE', `/${held}`);
    await slow.stop();
  });

  it('attempts each of many concurrent deliveries once', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    const events = await Promise.all(Array.from({ length: 40 }, () => subscriber.publish('lead.created')));
    await eventually(() => expect(receiver.received).to.have.length(40));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).to.deep.equal(
      new Set(events.map((event) => event.id)),
    );
    await eventually(async () =>
      expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(40, 40, 0)),
    );
  });
});
