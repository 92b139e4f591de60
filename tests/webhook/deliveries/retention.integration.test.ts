import { removeOld } from '@plotline/webhook/deliveries/work/retention';
import { expect } from 'chai';
import { getField, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const dayMs = 24 * 3_600_000;
const always = () => true;

describe('the removal of old webhook data', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });

  /** Moves the records in a collection into the past. */
  async function age(name: string, days: number): Promise<void> {
    const { live } = fixture.service.context.runtime.databases;
    await live.collection(name).updateMany({}, { $set: { created_at: new Date(Date.now() - days * dayMs) } });
  }

  async function counts(): Promise<number[]> {
    const { live } = fixture.service.context.runtime.databases;
    return Promise.all(['deliveries', 'events', 'notices'].map((name) => live.collection(name).countDocuments({})));
  }

  it('removes deliveries after 30 days, events after 31 and notices after 30, and none earlier', async () => {
    const { subscriber, receiver, service } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'delivered');
    const at = new Date();
    await service.context.notices.addOnce(
      { workspaceId: subscriber.workspaceId, mode: 'live' },
      {
        id: 'ntf_1',
        version: 1,
        type: 'import.completed',
        message: 'The import of leads is completed.',
        subject: { type: 'import', id: 'imp_1' },
        data: {},
        scope: 'read:leads',
        recipient: null,
        created_at: at,
        updated_at: at,
      },
    );
    const remove = () => removeOld(service.context, 'live', always);
    await age('deliveries', 29.99);
    await age('events', 30.99);
    await age('notices', 29.99);
    await remove();
    expect(await counts()).to.deep.equal([1, 1, 1]);
    await age('deliveries', 30.01);
    await remove();
    expect(await counts()).to.deep.equal([0, 1, 1]);
    await age('events', 31.01);
    await age('notices', 30.01);
    await removeOld(service.context, 'sandbox', always);
    expect(await counts()).to.deep.equal([0, 1, 1]);
    await remove();
    expect(await counts()).to.deep.equal([0, 0, 0]);
    expect(getField(await subscriber.readWebhook(id), 'stats'), 'counts stay').to.deep.equal(toStats(1, 1, 0));
  });

  it('removes more than one batch, starting with the oldest, and stops between batches on request', async () => {
    const { subscriber, receiver, service } = fixture;
    const id = await subscriber.subscribe(receiver.url, { active: false });
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const old = Array.from({ length: 1_201 }, (_none, index) => ({
      id: `dlv_${index}`,
      version: 1,
      webhook_id: id,
      event_id: `evt_${index}`,
      event: 'lead.created',
      epoch: 0,
      status: 'delivered' as const,
      remaining_attempts: 0,
      attempts: [],
      created_at: new Date(Date.now() - 31 * dayMs + index),
    }));
    await service.context.webhooks.deliveries.add(tenant, old);
    let steps = 0;
    expect(await removeOld(service.context, 'live', () => ++steps <= 1)).to.equal(false);
    expect((await counts())[0]).to.equal(701);
    const [oldest] = await subscriber.listDeliveries(id, '?order=asc&per_page=1');
    expect(oldest?.id).to.equal('dlv_500');
    expect(await removeOld(service.context, 'live', always)).to.equal(true);
    expect((await counts())[0]).to.equal(0);
  });
});
