import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { dailySchedule, useDigests } from '../support/digests.js';
import { minuteMs } from '../support/retry-delays.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('digests that are due', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const { call, create, planDue, passDay, waitForDelivery } = useDigests(fixture);

  it('are planned once by several processes, also when the work is repeated', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await subscriber.publish('lead.created');
    const { live } = service.runtime.databases;
    const schedules = live.collection<{ _id: string }>('digest_schedules');
    const before = await schedules.findOne({ _id: id });
    service.advanceClock(24 * 60 * minuteMs);
    await Promise.all([1, 2, 3].map(planDue));
    await waitForDelivery(id, 'delivered');
    // As after a crash between storing the delivery and the next due time.
    await subscriber.publish('lead.created');
    if (before) await schedules.replaceOne({ _id: id }, before);
    await planDue();
    expect((await call('GET', `/${id}/deliveries`)).body).to.have.length(1);
    expect(service.peers.mailed).to.have.length(1);
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    expect(service.peers.mailed[1], 'none is lost').to.include({ subject: 'Morning mail: 1 event' });
  });

  it('are planned once when an error has the work repeated', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await subscriber.publish('lead.created');
    const { digestSchedules } = service.context;
    const advance = digestSchedules.advance.bind(digestSchedules);
    digestSchedules.advance = async () => {
      digestSchedules.advance = advance;
      throw new Error('no database');
    };
    await passDay();
    await waitForDelivery(id, 'delivered');
    await subscriber.publish('lead.created');
    service.advanceClock(minuteMs);
    await planDue();
    const { live } = service.context.runtime.databases;
    const digests = { workspace_id: subscriber.workspaceId, event: 'integration.digest' };
    expect(await live.collection('events').countDocuments(digests)).to.equal(1);
    expect((await call('GET', `/${id}/deliveries`)).body).to.have.length(1);
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    expect(service.peers.mailed[1], 'none is lost').to.include({ subject: 'Morning mail: 1 event' });
  });

  it('tell of nothing twice when their schedule is changed while one is planned', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await subscriber.publish('lead.created');
    const { events } = service.context;
    const add = events.add.bind(events);
    events.add = async (...given) => {
      events.add = add;
      expect((await call('PUT', `/${id}`, { schedule: { ...dailySchedule, hour: 9 } })).status).to.equal(200);
      await add(...given);
    };
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(1));
    await subscriber.publish('lead.created', { data: { id: 'lead_2', name: 'Zoë' } });
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    expect(service.peers.mailed[1]).to.include({ subject: 'Morning mail: 1 event' });
  });
});
