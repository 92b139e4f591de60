import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { startReceiver } from '../../support/receiver.js';
import { minuteMs, retryDelaysMs } from '../support/retry-delays.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('the circuit breaker of a receiver', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  beforeEach(() => {
    fixture.receiver.answer = (response) => void response.writeHead(503).end();
  });

  const publishMany = (count: number) =>
    Promise.all(Array.from({ length: count }, () => fixture.subscriber.publish('lead.created')));

  it('opens after three failures, allows one probe at a time, and closes when a probe is answered', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await publishMany(12);
    const { queues } = service.context.webhooks;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const waitUntilPaused = () =>
      eventually(async () => expect(await queues.get(tenant, id)).to.have.property('paused_until'));
    await waitUntilPaused();
    const failed = receiver.received.length;
    expect(failed).to.be.within(3, 4);
    for (const [place, pauseMs] of [5_000, 10_000, 20_000].entries()) {
      await subscriber.publish('lead.created');
      expect(receiver.received).to.have.length(failed + place);
      service.advanceClock(pauseMs);
      await eventually(() => expect(receiver.received).to.have.length(failed + place + 1));
      await waitUntilPaused();
    }
    receiver.answer = (response) => void response.end();
    service.advanceClock(40_000);
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=pending')).to.have.length(0));
    service.advanceClock(6 * minuteMs);
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(15));
  });

  it('allows a resend immediately, even during a probe, and closes when the resend is answered', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await publishMany(12);
    const { queues } = service.context.webhooks;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const waitUntilPaused = (failedProbes: number) =>
      eventually(async () => {
        const queue = await queues.get(tenant, id);
        expect(queue).to.have.property('paused_until');
        expect(queue).to.have.nested.property('pace.failed_probes', failedProbes);
      });
    await waitUntilPaused(0);
    // The next probe then follows after 20 s.
    for (const [place, pauseMs] of [5_000, 10_000].entries()) {
      service.advanceClock(pauseMs);
      await waitUntilPaused(place + 1);
    }
    const [first, second, third] = await subscriber.listDeliveries(id, '?status=failed');
    const resend = async (deliveryId = '') =>
      expect(await subscriber.call('POST', `/${id}/deliveries/${deliveryId}/resend`)).to.include({ status: 202 });
    const receivedBefore = receiver.received.length;
    const resent = () => receiver.received.slice(receivedBefore).map(({ headers }) => headers['webhook-id']);
    let refuse = () => {};
    receiver.answer = (response) => {
      refuse = () => void response.writeHead(503).end();
    };
    await resend(first?.id);
    await eventually(() => expect(resent()).to.deep.equal([first?.event_id]));
    await resend(second?.id);
    refuse();
    await eventually(() => expect(resent()).to.deep.equal([first?.event_id, second?.event_id]));
    receiver.answer = (response) => void response.end();
    refuse();
    await waitUntilPaused(4);
    await resend(third?.id);
    await eventually(() => expect(resent()[2]).to.equal(third?.event_id));
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=pending')).to.have.length(0));
  });

  it('closes when the webhook gets a different URL, where due deliveries are attempted immediately', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await publishMany(12);
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    await eventually(async () =>
      expect(await service.context.webhooks.queues.get(tenant, id)).to.have.property('paused_until'),
    );
    const pending = await subscriber.listDeliveries(id, '?status=pending');
    expect(pending).to.have.length.at.least(8);
    receiver.answer = (response) => void response.end();
    expect((await subscriber.call('PUT', `/${id}`, { url: `${receiver.url}/moved` })).status).to.equal(200);
    await eventually(async () =>
      expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(pending.length),
    );
    expect(receiver.received.filter(({ path }) => path === '/hook/moved')).to.have.length(pending.length);
  });

  it('follows the schedule of one delivery, so that a dead endpoint is disabled even if many deliveries wait', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await publishMany(20);
    const { live } = service.context.runtime.databases;
    const waitForAttempts = (count: number) =>
      eventually(async () =>
        expect(
          await live
            .collection('deliveries')
            .countDocuments({ webhook_id: id, [`attempts.${count - 1}`]: { $exists: true } }),
        ).to.be.at.least(1),
      );
    for (const [place, delayMs] of retryDelaysMs.entries()) {
      await waitForAttempts(place + 1);
      service.advanceClock(delayMs + minuteMs);
    }
    await eventually(async () => expect(await subscriber.readWebhook(id)).to.include({ active: false }));
    expect(receiver.received.length).to.be.below(20);
  });
});

describe('test requests to an endpoint', () => {
  const fixture = useWebhookFixture();

  it('run one at a time, and a second one gets 409', async () => {
    const { subscriber } = fixture;
    const slow = await startReceiver();
    slow.answer = () => undefined;
    const id = await subscriber.subscribe(slow.url);
    const first = subscriber.call('POST', `/${id}/test`);
    await eventually(() => expect(slow.received).to.have.length(1));
    const second = await subscriber.call('POST', `/${id}/test`);
    expect(second.status).to.equal(409);
    expect(JSON.stringify(second.body)).to.include('test_in_progress');
    expect(slow.received).to.have.length(1);
    await first;
    slow.answer = (response) => void response.end();
    expect((await subscriber.call('POST', `/${id}/test`)).status).to.equal(200);
    await slow.stop();
  });
});
