import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { dailySchedule, useDigests } from '../support/digests.js';
import { minuteMs } from '../support/retry-delays.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('digests that are due', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  const { call, create, planDue, passDay, waitForDelivery } = useDigests(fixture);

  it('are planned once by several processes, even if the work is repeated', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await subscriber.publish('lead.created');
    const { live } = service.runtime.databases;
    const schedules = live.collection<{ _id: string }>('digest_schedules');
    const before = await schedules.findOne({ _id: id });
    service.advanceClock(24 * 60 * minuteMs);
    await Promise.all([1, 2, 3].map(planDue));
    await waitForDelivery(id, 'delivered');
    // Simulates a crash after the delivery is stored and before the next due time is stored.
    await subscriber.publish('lead.created');
    if (before) await schedules.replaceOne({ _id: id }, before);
    await planDue();
    expect((await call('GET', `/${id}/deliveries`)).body).to.have.length(1);
    expect(service.peers.mailed).to.have.length(1);
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    expect(service.peers.mailed[1], 'none is lost').to.include({ subject: 'Morning mail: 1 event' });
  });

  it('are planned once when an error repeats the work', async () => {
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

  it('are planned once when the next due time cannot be stored', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await subscriber.publish('lead.created');
    const { jobs } = service.context.digestSchedules;
    const reschedule = jobs.reschedule.bind(jobs);
    jobs.reschedule = async () => {
      throw new Error('no database');
    };
    await passDay().catch(() => undefined);
    await waitForDelivery(id, 'delivered');
    await subscriber.publish('lead.created');
    jobs.reschedule = reschedule;
    service.advanceClock(minuteMs);
    await planDue();
    expect((await call('GET', `/${id}/deliveries`)).body).to.have.length(1);
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    expect(service.peers.mailed[1], 'none is lost').to.include({ subject: 'Morning mail: 1 event' });
  });

  it('report no event twice if their schedule changes during planning', async () => {
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

  it('skip events from times when they were off, even if they are on again before they are due', async () => {
    const { service, subscriber } = fixture;
    await create();
    const id = await create({ active: false });
    for (const name of ['While off', 'While off again']) {
      await subscriber.publish('lead.created', { data: { id: 'lead_1', name } });
      expect((await call('PUT', `/${id}`, { active: true })).status).to.equal(200);
      expect((await call('PUT', `/${id}`, { active: false })).status).to.equal(200);
    }
    service.advanceClock(minuteMs);
    expect((await call('PUT', `/${id}`, { active: true, name: 'Switched' })).status).to.equal(200);
    await subscriber.publish('lead.created', { data: { id: 'lead_2', name: 'While on' } });
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    const texts = new Map(service.peers.mailed.map(({ subject, text }) => [subject, text]));
    expect(texts.get('Morning mail: 3 events'), 'another that was on').to.include('While off');
    expect(texts.get('Switched: 1 event')).to.include('While on').and.not.include('While off');
  });

  it('include events from times when failures had disabled them', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    const { live } = service.runtime.databases;
    const disabled = { $set: { active: false, disabled_at: new Date() } };
    await live.collection<{ _id: string }>('integrations').updateOne({ _id: id }, disabled);
    await subscriber.publish('lead.created');
    expect((await call('PUT', `/${id}`, { active: true })).body).to.include({ active: true, disabled_at: null });
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(1));
    expect(service.peers.mailed[0]).to.include({ subject: 'Morning mail: 1 event' });
  });

  it('skip events from before they were created or before the event was chosen, even if recorded later', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    service.advanceClock(minuteMs);
    expect((await call('PUT', `/${id}`, { events: ['lead.created', 'unit.sold'] })).status).to.equal(200);
    const publish = (name: string, ageMs: number) => {
      const timestamp = new Date(service.context.clock().getTime() - ageMs);
      return subscriber.publish(name, { timestamp, data: { id: name, name: `${name} ${ageMs}` } });
    };
    for (const ageMs of [0, minuteMs / 2, 2 * minuteMs]) {
      await publish('lead.created', ageMs);
      await publish('unit.sold', ageMs);
    }
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(1));
    expect(service.peers.mailed[0]).to.include({ subject: 'Morning mail: 3 events' });
  });
});
