import { expect } from 'chai';
import { useDigests } from '../support/digests.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('the events that a digest shows', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const { create, passDay, waitForDelivery } = useDigests(fixture);

  it('are read one after the other when their payloads are large', async () => {
    const { service, subscriber } = fixture;
    const id = await create({ events: ['property.updated'] });
    const description = 'é'.repeat(5_000);
    const large: string[] = [];
    for (const name of ['Tower A', 'Tower B', 'Tower C']) {
      large.push((await subscriber.publish('property.updated', { data: { id: 'prop_1', name, description } })).id);
    }
    await subscriber.publish('property.updated', { data: { id: 'prop_2', name: 'Small house' } });
    const { events } = service.context;
    const get = events.get.bind(events);
    const read: string[] = [];
    let [reading, maxReading] = [0, 0];
    events.get = async (tenant, eventId) => {
      // Deliveries of other events may be running at the same time.
      if (!large.includes(eventId)) return get(tenant, eventId);
      reading += 1;
      maxReading = Math.max(maxReading, reading);
      const found = await get(tenant, eventId);
      reading -= 1;
      read.push(eventId);
      return found;
    };
    await passDay();
    await waitForDelivery(id, 'delivered');
    expect([read, maxReading]).to.deep.equal([large.toReversed(), 1]);
    const lines = service.peers.mailed[0]?.text.split('\n').filter((line) => line.includes('–'));
    const subjects = lines?.map((line) => line.split(': ').at(-1));
    expect(subjects).to.deep.equal(['Small house', 'Tower C', 'Tower B', 'Tower A']);
  });
});
