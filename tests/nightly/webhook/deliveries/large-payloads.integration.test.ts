import { DueReader } from '@plotline/webhook/deliveries/work/due-reader';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { minuteMs } from '../../../webhook/support/retry-delays.js';
import { useWebhookFixture } from '../../../webhook/support/webhook-fixture.js';

const events = ['property.updated'];

/** About the size of a property with many pictures, including the previous values. */
function createProperty(id: string) {
  return { id, description: 'é'.repeat(400_000) };
}

describe('large payloads', () => {
  const fixture = useWebhookFixture();

  it('are not read before their attempt begins, unlike small ones', async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = () => undefined;
    const subscriptionId = await subscriber.subscribe(receiver.url, { events });
    const small = await subscriber.publish('property.updated', { data: { id: 'prop_1' } });
    const large = await subscriber.publish('property.updated', { data: createProperty('prop_2') });
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const reader = new DueReader(service.context.webhooks);
    const read = await reader.read(tenant, { subscriptionId, limit: 10, except: [] });
    const payloads = read?.due.map(({ delivery, content }) => [delivery.event_id, content?.payload]);
    expect(payloads).to.deep.equal([
      [small.id, small.payload],
      [large.id, undefined],
    ]);
  });

  it('are posted immediately, and again after a failure, byte for byte', async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end();
    const id = await subscriber.subscribe(receiver.url, { events });
    const event = await subscriber.publish('property.updated', { data: createProperty('prop_1') });
    await subscriber.waitForDelivery(id, 'failed', 1);
    receiver.answer = (response) => void response.end();
    service.advanceClock(5 * minuteMs);
    await subscriber.waitForDelivery(id, 'delivered', 2);
    expect(receiver.received.map(({ body }) => body === event.payload)).to.deep.equal([true, true]);
  });

  it('are posted a few at a time, across all webhooks of a workspace', async () => {
    const { subscriber, receiver } = fixture;
    let [held, maxHeld] = [0, 0];
    receiver.answer = (response) => {
      held += 1;
      maxHeld = Math.max(maxHeld, held);
      setTimeout(() => {
        held -= 1;
        response.end();
      }, 1_000);
    };
    for (let place = 0; place < 6; place += 1) await subscriber.subscribe(`${receiver.url}/${place}`, { events });
    for (const id of ['prop_1', 'prop_2']) await subscriber.publish('property.updated', { data: createProperty(id) });
    await eventually(() => expect(receiver.received).to.have.length(12));
    // Seven payloads fit into memory, and one more began while there was still room.
    expect(maxHeld).to.be.at.most(8);
  });
});
