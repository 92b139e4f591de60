import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { createRebuilds } from '@plotline/webhook/rebuilds';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('the rebuild of the webhook counters', () => {
  const fixture = useWebhookFixture();

  const rebuild = async (runtime = fixture.service.context.runtime) => {
    const { counters } = createRebuilds(runtime, fixture.service.context);
    return counters ? counters('live', fromStart) : expect.fail('There is no rebuild of counters.');
  };
  const corrupt = (id: string) =>
    fixture.service.context.runtime.databases.live
      .collection('counters')
      .updateOne({ key: id }, { $inc: { 'counts.successful': 7, 'counts.failed': -2 } });

  it('is exact during deliveries', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    const publish = async (count: number) => {
      for (let number = 0; number < count; number += 1) await subscriber.publish('lead.created');
    };
    await publish(5);
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(5));
    await corrupt(id);
    const publishing = publish(20);
    const { corrected } = await rebuild();
    await publishing;
    expect(corrected).to.equal(1);
    await eventually(async () => {
      expect(await subscriber.readWebhook(id)).to.deep.include({ stats: toStats(25, 25, 0) });
    });
    expect(await rebuild()).to.include({ corrected: 0 });
  });

  it('skips webhooks whose oldest deliveries have been removed from the log', async () => {
    const { subscriber, receiver, service } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await corrupt(id);
    const { clock } = service.context.runtime;
    const later = { ...service.context.runtime, clock: () => new Date(clock().getTime() + 31 * 24 * 3_600_000) };
    expect(await rebuild(later)).to.deep.equal({ checked: 0, corrected: 0 });
  });
});
