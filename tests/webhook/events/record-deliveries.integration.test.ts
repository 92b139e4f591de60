import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { Subscriber } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('recordDeliveries', () => {
  const fixture = useWebhookFixture();

  it('records one delivery of an event that is consumed more than once', async () => {
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

  it('records sandbox events alone for a sandbox webhook', async () => {
    const { service, receiver } = fixture;
    const tester = new Subscriber(service, 'sandbox');
    await tester.subscribe(receiver.url, { events: ['*'] });
    await tester.publish('lead.created', { mode: 'live' });
    const event = await tester.publish('lead.created');
    await eventually(() => expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload]));
  });
});
