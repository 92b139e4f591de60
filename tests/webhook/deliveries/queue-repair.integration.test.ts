import { repairQueues } from '@plotline/webhook/deliveries/work/queue-repair';
import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('repairQueues', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });

  it('schedules the queue of deliveries whose process ended after storing them', async () => {
    const { service, subscriber, receiver } = fixture;
    const { webhooks } = service.context;
    const { queues } = webhooks;
    const id = await subscriber.subscribe(receiver.url);
    const claim = queues.claim.bind(queues);
    queues.claim = () => Promise.reject(new Error('The process is about to die.'));
    await subscriber.publish('lead.created').catch(() => undefined);
    queues.claim = claim;
    expect(await repairQueues(webhooks, 'live'), 'whoever stored them may still schedule them').to.equal(0);
    service.advanceClock(60_000);
    expect(await repairQueues(webhooks, 'sandbox')).to.equal(0);
    expect(await repairQueues(webhooks, 'live')).to.equal(1);
    await subscriber.waitForDelivery(id, 'delivered');
    expect(await repairQueues(webhooks, 'live')).to.equal(0);
  });

  it('attempts a test whose process died before it stored the outcome', async () => {
    const { service, subscriber, receiver } = fixture;
    const { webhooks } = service.context;
    const { deliveries, queues } = webhooks;
    const id = await subscriber.subscribe(receiver.url);
    const [changeAll, endTest] = [deliveries.changeAll.bind(deliveries), queues.endTest.bind(queues)];
    deliveries.changeAll = () => Promise.reject(new Error('The process is about to die.'));
    queues.endTest = () => Promise.reject(new Error('The process is about to die.'));
    expect((await subscriber.call('POST', `/${id}/test`)).status).to.equal(500);
    deliveries.changeAll = changeAll;
    queues.endTest = endTest;
    expect(await repairQueues(webhooks, 'live'), 'the turn of the test goes on').to.equal(0);
    service.advanceClock(60_000);
    expect(await repairQueues(webhooks, 'live')).to.equal(1);
    await subscriber.waitForDelivery(id, 'delivered');
    const [first, second] = receiver.received;
    expect(second?.body).to.equal(first?.body);
    expect(receiver.received).to.have.lengthOf(2);
  });

  it('skips scheduled queues', async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end();
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'failed');
    await service.context.webhooks.dispatcher.stop();
    service.advanceClock(10 * 60_000);
    expect(await repairQueues(service.context.webhooks, 'live')).to.equal(0);
  });
});
