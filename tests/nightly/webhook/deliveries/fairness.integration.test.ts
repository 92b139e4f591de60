import { setTimeout as sleep } from 'node:timers/promises';
import { Dispatcher } from '@plotline/webhook/deliveries/work/dispatcher';
import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import { startSilentHosts } from '../../../webhook/support/silent-hosts.js';
import { Subscriber } from '../../../webhook/support/subscriber.js';
import { useWebhookFixture, type WebhookFixture } from '../../../webhook/support/webhook-fixture.js';

/** Expects the healthy receiver to get a new event while all receivers of the other workspace hang. */
async function expectServedMeanwhile({ service, subscriber }: WebhookFixture, quick: string, busy: Subscriber) {
  await subscriber.publish('lead.created');
  await subscriber.waitForDelivery(quick, 'delivered');
  const { live } = service.context.runtime.databases;
  const ended = { workspace_id: busy.workspaceId, status: { $ne: 'pending' } };
  expect(await live.collection('deliveries').countDocuments(ended), 'none of the slow ones has ended').to.equal(0);
}

describe('receivers that hang', () => {
  const fixture = useWebhookFixture();

  it('do not delay healthy receivers, even if there are more than a process handles at a time', async () => {
    const { service, subscriber, receiver } = fixture;
    const hosts = await startSilentHosts();
    const busy = Array.from({ length: 5 }, () => new Subscriber(service));
    const subscribeMany = async (one: Subscriber, place: number) => {
      for (let number = 0; number < 22; number += 1) await one.subscribe(hosts.url(place * 22 + number));
    };
    await Promise.all(busy.map(subscribeMany));
    const quick = await subscriber.subscribe(receiver.url);
    await Promise.all(busy.map((one) => one.publish('lead.created')));
    await eventually(() => expect(hosts.count()).to.be.at.least(110));
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(quick, 'delivered');
    hosts.stop();
  });

  it('use at most a fifth of a process for their workspace, and leave the rest to others', async () => {
    const { service, subscriber, receiver } = fixture;
    const hosts = await startSilentHosts();
    const busy = new Subscriber(service);
    for (let number = 0; number < 60; number += 1) await busy.subscribe(hosts.url(number));
    const quick = await subscriber.subscribe(receiver.url);
    await busy.publish('lead.created');
    await eventually(() => expect(hosts.count()).to.be.at.least(20));
    await expectServedMeanwhile(fixture, quick, busy);
    hosts.stop();
  });
});

describe('receivers at one address', () => {
  const fixture = useWebhookFixture();

  it("receive requests from each workspace, even while another workspace's requests hang", async () => {
    const { service, subscriber, receiver } = fixture;
    const hosts = await startSilentHosts();
    const silent = new URL(hosts.url(0));
    silent.hostname = '127.0.0.1';
    const busy = new Subscriber(service);
    for (let number = 0; number < 30; number += 1) await busy.subscribe(`${silent}/${number}`);
    const quick = await subscriber.subscribe(receiver.url);
    await busy.publish('lead.created');
    await eventually(() => expect(hosts.count()).to.be.at.least(10));
    await expectServedMeanwhile(fixture, quick, busy);
    hosts.stop();
  });
});

describe('requests in flight to one endpoint', () => {
  const fixture = useWebhookFixture();

  it('start at two, grow while it responds, and never exceed nine, even with several processes', async () => {
    const { service, subscriber, receiver } = fixture;
    const other = new Dispatcher('deliveries', service.context.webhooks);
    other.start();
    let [inFlight, peak, first, limit] = [0, 0, 0, 2];
    receiver.answer = async (response) => {
      inFlight += 1;
      peak = Math.max(peak, inFlight);
      // Waits until the maximum is in flight or no more requests arrive, and then a little longer, to notice an extra
      // request. Then answers.
      await eventually(() => expect(inFlight).to.be.at.least(Math.floor(limit)), 1_500).catch(() => undefined);
      await sleep(40);
      first ||= peak;
      inFlight -= 1;
      limit = Math.min(9, limit + 1 / limit);
      response.end();
    };
    const id = await subscriber.subscribe(receiver.url);
    await Promise.all(Array.from({ length: 150 }, () => subscriber.publish('lead.created')));
    await eventually(() => expect(receiver.received).to.have.length(150));
    await subscriber.waitForDelivery(id, 'delivered');
    expect(first).to.be.at.most(2);
    expect(peak).to.equal(9);
    await other.stop();
  });
});
