import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { readMetric } from '../../support/read-metric.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('delivery metrics', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const read = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    readMetric(fixture.service.runtime.metrics.registry, `plotline_webhook_${name}`, labels);

  it('report the age and number of due deliveries without a worker, and the number of disabled webhooks', async () => {
    const { service, subscriber, receiver } = fixture;
    await subscriber.subscribe(receiver.url);
    const disabled = await subscriber.subscribe(`${receiver.url}/disabled`);
    await service.runtime.databases.live
      .collection<{ _id: string }>('webhooks')
      .updateOne({ _id: disabled }, { $set: { active: false, disabled_at: new Date() } });
    await service.context.webhooks.dispatcher.stop();
    await subscriber.publish('lead.created');
    const { deliveries, queues } = service.context.webhooks;
    await eventually(async () => {
      expect(await deliveries.countDue('live', new Date())).to.equal(1);
      expect(await queues.findLongestDue('live', new Date())).to.be.instanceOf(Date);
    });
    service.advanceClock(120_000);
    expect(await read('oldest_due_seconds', { mode: 'live' })).to.be.at.least(120);
    expect(await read('due_deliveries', { mode: 'live' })).to.equal(1);
    expect(await read('disabled', { mode: 'live' })).to.equal(1);
    expect(await read('oldest_due_seconds', { mode: 'sandbox' })).to.equal(0);
    expect(await read('disabled', { mode: 'sandbox' })).to.equal(0);
  });

  it('report the queues that this process has leased', async () => {
    const { subscriber, receiver } = fixture;
    expect(await read('endpoint_queues')).to.equal(0);
    receiver.answer = () => undefined;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await eventually(async () => expect(await read('endpoint_queues')).to.equal(1));
    await subscriber.call('DELETE', `/${id}`);
    await receiver.stop();
  });
});
