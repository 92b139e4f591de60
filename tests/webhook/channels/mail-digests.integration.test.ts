import { createTimeZoneConsumer } from '@plotline/webhook/channels/work/follow-time-zone';
import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { dailySchedule, useDigests } from '../support/digests.js';
import { minuteMs, retryDelaysMs } from '../support/retry-delays.js';
import { toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('email digests', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });

  const { call, toRequest, create, passDay, waitForDelivery } = useDigests(fixture);

  async function fieldsOf(reply: Promise<Reply>): Promise<string[]> {
    const { status, body } = await reply;
    expect(status, JSON.stringify(body)).to.equal(422);
    return body.details.map(({ field }: { readonly field: string }) => field);
  }

  it("are emailed to their recipients once per period with the period's counts, and logged like messages", async () => {
    const { service, subscriber } = fixture;
    await subscriber.publish('lead.created', { data: { id: 'lead_0', name: 'Before' } });
    const id = await create();
    for (const name of ['Noor', 'Ines']) await subscriber.publish('lead.created', { data: { id: 'lead_1', name } });
    await subscriber.publish('unit.sold', { data: { id: 'unit_1', name: 'A-1' } });
    expect((await call('GET', `/${id}/deliveries`)).body, 'nothing is sent of each event').to.deep.equal([]);
    await passDay();
    const delivery = await waitForDelivery(id, 'delivered');
    expect(delivery).to.include({ event: 'integration.digest', response_code: null });
    const one = (await call('GET', `/${id}/deliveries/${delivery.id}`)).body;
    expect(one.attempts[0].response_body).to.equal('Mailed to 2 agents.');
    const [mail] = service.peers.mailed;
    expect(mail).to.deep.include({ agentIds: ['agent_1', 'agent_2'], subject: 'Morning mail: 2 events' });
    expect(mail?.text).to.include('Lead created: 2').and.include('Lead created: Noor').and.include(': Ines');
    expect(mail?.text).to.not.match(/Before|A-1/);
    expect((await call('GET', `/${id}`)).body.stats).to.deep.equal(toStats(1, 1, 0));

    await passDay();
    expect((await call('GET', `/${id}/deliveries`)).body, 'nothing happened, nothing is mailed').to.have.length(1);
    await subscriber.publish('lead.created', { data: { id: 'lead_2', name: 'Zoë' } });
    await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(2));
    expect(service.peers.mailed[1]).to.include({ subject: 'Morning mail: 1 event' });
  });

  it("use the workspace's time zone unless they have their own", async () => {
    const { service, subscriber } = fixture;
    const { time_zone: _zone, ...schedule } = dailySchedule;
    const [following, own] = [await create({ schedule }), await create()];
    const zonesOf = () => Promise.all([following, own].map(async (id) => (await call('GET', `/${id}`)).body.schedule));
    const [fromDubai, lisbon] = await zonesOf();
    expect(fromDubai).to.deep.equal({ ...schedule, time_zone: 'Asia/Dubai', follows_workspace: true });
    expect(lisbon).to.deep.equal({ ...dailySchedule, follows_workspace: false });
    const { workspaceId } = subscriber;
    const data = { id: workspaceId, country: null, time_zone: 'Asia/Tokyo', currency: 'USD' };
    const event = {
      id: 'evt_zone',
      event: 'workspace.updated',
      timestamp: new Date(),
      workspace_id: workspaceId,
      data,
    };
    const told = { id: event.id, name: event.event, mode: 'live', requestId: 'req_zone' } as const;
    for (let turn = 0; turn < 2; turn += 1) {
      await createTimeZoneConsumer(service.context).handle({ ...told, payload: JSON.stringify(event) });
      expect(await zonesOf()).to.deep.equal([{ ...fromDubai, time_zone: 'Asia/Tokyo' }, lisbon]);
    }
    // In this request, the caller still has the former time zone. A PUT applies the new one.
    const same = (await call('GET', `/${following}`)).body;
    expect((await call('PUT', `/${following}`, same)).body.schedule).to.deep.equal({
      ...fromDubai,
      time_zone: 'Asia/Dubai',
    });
  });

  it('are retried like messages with one id; then the integration is disabled and its owners are notified', async () => {
    const { service, subscriber } = fixture;
    service.peers.onMail = async () => 0;
    const id = await create();
    await subscriber.publish('lead.created');
    await passDay();
    for (const [retries, delayMs] of [...retryDelaysMs, 0].entries()) {
      await waitForDelivery(id, 'failed', retries + 1);
      service.advanceClock(delayMs + minuteMs);
    }
    await eventually(async () => expect((await call('GET', `/${id}`)).body).to.include({ active: false }));
    expect(new Set(service.peers.asked)).to.have.property('size', 1);
    const as = { workspaceId: subscriber.workspaceId };
    const [notice] = (await service.request('GET', '/v1/notifications', { as })).body;
    expect(notice.message).to.match(/None of the recipients is an active agent/);
    expect(notice.data).to.include({ host: null, event: 'integration.digest' });
    const entries = await service.journal(id, as);
    expect(entries.flatMap(({ events }) => events.map(({ name }) => name))).to.deep.equal(['integration.disabled']);
  });

  it('are emailed again when resent, without erased data', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await subscriber.publish('lead.created', { data: { id: 'lead_9', name: 'Unforgettable' } });
    await passDay();
    const delivery = await waitForDelivery(id, 'delivered');
    await subscriber.publish('erasure.lead', { data: { lead_id: 'lead_9' } });
    expect((await call('POST', `/${id}/deliveries/${delivery.id}/resend`)).status).to.equal(202);
    await waitForDelivery(id, 'delivered', 2);
    expect(service.peers.mailed).to.have.length(2);
    expect(service.peers.mailed[0]?.text).to.include('Unforgettable');
    expect(service.peers.mailed[1]?.text).to.include('Lead created: lead_9').and.not.include('Unforgettable');
  });

  it('skip events from times when they were off, and follow a changed schedule', async () => {
    const { service, subscriber } = fixture;
    const id = await create();
    await call('PUT', `/${id}`, { active: false });
    await subscriber.publish('lead.created');
    await passDay();
    const weekly = { ...dailySchedule, frequency: 'weekly', weekday: 'monday' };
    const changed = await call('PUT', `/${id}`, { active: true, schedule: weekly });
    const schedule = { ...weekly, follows_workspace: false };
    expect(changed.body).to.deep.include({ active: true, schedule, recipients: ['agent_1', 'agent_2'] });
    await subscriber.publish('lead.created');
    for (let day = 0; day < 7; day += 1) await passDay();
    await eventually(() => expect(service.peers.mailed).to.have.length(1));
    expect(service.peers.mailed[0]).to.include({ subject: 'Morning mail: 1 event' });
  });

  it('are recorded but not emailed in the sandbox', async () => {
    const { service, subscriber } = fixture;
    const id = await create({}, 'sandbox');
    await subscriber.publish('lead.created', { mode: 'sandbox' });
    await passDay();
    await eventually(async () => {
      const [delivery] = (await call('GET', `/${id}/deliveries`, undefined, 'sandbox')).body;
      expect(delivery).to.include({ status: 'delivered' });
    });
    expect((await call('POST', `/${id}/test`, {}, 'sandbox')).body).to.include({ status: 'delivered' });
    expect(service.peers.asked).to.deep.equal([]);
  });

  it('are tested and previewed with examples of their events', async () => {
    const id = await create({ events: ['unit.sold'] });
    const tested = await call('POST', `/${id}/test`);
    expect(tested.body).to.include({ status: 'delivered', response_code: null });
    const [mail] = fixture.service.peers.mailed;
    expect(mail?.text).to.include('Unit sold: Tower A, 1204');
    const given = { kind: 'mail_digest', name: 'Morning mail', events: ['unit.sold'], schedule: dailySchedule };
    const preview = await call('POST', '/preview', given);
    expect(preview.body.text).to.match(/^Morning mail: 1 event\n\nEvents from .* \(Europe\/Lisbon\):/);
    expect(preview.body.data).to.equal(null);
    expect(await fieldsOf(call('POST', '/preview', { kind: 'mail_digest' }))).to.deep.equal(['events']);
    expect(await fieldsOf(call('POST', '/preview', { kind: 'slack' }))).to.deep.equal(['event']);
  });

  it('accept only active agents of the workspace as recipients, and keep them after a later deactivation', async () => {
    const { service, subscriber } = fixture;
    service.peers.putAgent('ws_other', 'agent_foreign');
    service.peers.putAgent(subscriber.workspaceId, 'agent_invited', 'invited');
    const recipients = ['agent_1', 'agent_foreign', 'agent_invited', 'someone@example.com'];
    const faulty = ['recipients[1]', 'recipients[2]', 'recipients[3]'];
    expect(await fieldsOf(call('POST', '', toRequest({ recipients })))).to.deep.equal(faulty);
    const id = await create();
    service.peers.putAgent(subscriber.workspaceId, 'agent_2', 'inactive');
    const same = (await call('GET', `/${id}`)).body;
    expect((await call('PUT', `/${id}`, same)).status).to.equal(200);
    expect(await fieldsOf(call('PUT', `/${id}`, { recipients }))).to.deep.equal(faulty);
  });

  it('are rejected if fields are missing or unknown for their kind; the error names these fields', async () => {
    const lacking = { recipients: undefined, schedule: null };
    expect(await fieldsOf(call('POST', '', toRequest(lacking)))).to.deep.equal(['recipients', 'schedule']);
    const foreign = { url: 'https://hooks.slack.com/x', template: 'x' };
    expect(await fieldsOf(call('POST', '', toRequest(foreign)))).to.deep.equal(['url', 'template']);
    const chat = { kind: 'slack', name: 'Chat', events: ['lead.created'] };
    expect(await fieldsOf(call('POST', '', chat))).to.deep.equal(['url']);
    const given = { ...chat, url: fixture.receiver.url };
    expect(await fieldsOf(call('POST', '', { ...given, recipients: ['agent_1'] }))).to.deep.equal(['recipients']);
    const weekday = { schedule: { ...dailySchedule, weekday: 'monday' } };
    expect(await fieldsOf(call('POST', '', toRequest(weekday)))).to.deep.equal(['schedule.weekday']);
    const zone = { schedule: { ...dailySchedule, time_zone: 'Mars/Olympus' } };
    expect(await fieldsOf(call('POST', '', toRequest(zone)))).to.deep.equal(['schedule.time_zone']);
    const late = { schedule: { ...dailySchedule, hour: 24 } };
    expect(await fieldsOf(call('POST', '', toRequest(late))), 'once').to.deep.equal(['schedule.hour']);
    const id = await create();
    expect(await fieldsOf(call('PUT', `/${id}`, { template: '{{lead.name}}' }))).to.deep.equal(['template']);
  });
});
