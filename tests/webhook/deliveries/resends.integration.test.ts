import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const dayMs = 24 * 3_600_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs).toISOString();

describe('POST /v1/webhooks/:id/resend', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  let id: string;
  beforeEach(async () => {
    id = await fixture.subscriber.subscribe(fixture.receiver.url, { events: ['lead.created', 'lead.won'] });
  });

  const resend = (body: object) => fixture.subscriber.call('POST', `/${id}/resend`, body);

  async function waitForEnd(resendId: string) {
    return eventually(async () => {
      const { body, headers } = await fixture.subscriber.call('GET', `/${id}/resends/${resendId}`);
      expect(body.status).to.be.oneOf(['completed', 'failed', 'cancelled']);
      expect(headers.has('retry-after')).to.equal(false);
      return body;
    });
  }

  /** Publishes events. Their deliveries fail with an answer that does not open the circuit. */
  async function fail(count: number, event = 'lead.created'): Promise<void> {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(404).end();
    const before = (await subscriber.listDeliveries(id, '?status=failed&per_page=100')).length;
    await Promise.all(Array.from({ length: count }, () => subscriber.publish(event)));
    await eventually(async () => {
      expect(await subscriber.listDeliveries(id, '?status=failed&per_page=100')).to.have.length(before + count);
    });
    receiver.received.length = 0;
  }

  it('resends each undelivered delivery in the range once, oldest first, and reports it', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.end();
    await subscriber.publish('lead.won');
    await subscriber.waitForDelivery(id, 'delivered');
    await fail(25);
    receiver.answer = (response) => void response.end();
    const { status, body, headers } = await resend({ from: daysAgo(1) });
    expect(status).to.equal(202);
    expect(headers.get('retry-after')).to.match(/^\d+$/);
    expect(body.id).to.match(/^rsd_/);
    expect(body).to.include({ webhook_id: id, status: 'queued', progress: 0 });
    expect(body.filter).to.deep.include({ status: ['pending', 'failed'], event: null });
    const ended = await waitForEnd(body.id);
    expect(ended).to.include({ status: 'completed', progress: 1, error: null });
    const counts = { total: 25, processed: 25, resent: 25, skipped: 0, delivered: 25, failed: 0 };
    expect(ended.deliveries).to.deep.equal(counts);
    expect(receiver.received).to.have.length(25);
    expect(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size).to.equal(25);
    expect(await subscriber.listDeliveries(id, '?status=delivered&per_page=100')).to.have.length(26);
    const listed = await subscriber.call('GET', `/${id}/resends?status=completed&fields=status`);
    expect(listed.body).to.deep.equal([{ id: body.id, status: 'completed' }]);
  });

  it('accepts one or several statuses and events, and resends no others', async () => {
    const { receiver } = fixture;
    await fail(2);
    await fail(1, 'lead.won');
    const one = await waitForEnd((await resend({ from: daysAgo(1), status: 'failed', event: 'lead.won' })).body.id);
    expect(one.deliveries).to.include({ total: 1, resent: 1, delivered: 0, failed: 1 });
    expect(receiver.received).to.have.length(1);
    const event = ['lead.won', 'lead.created'];
    const several = await waitForEnd((await resend({ from: daysAgo(1), status: ['failed'], event })).body.id);
    expect(several.deliveries).to.include({ total: 3, resent: 3, failed: 3 });
    const none = await waitForEnd((await resend({ from: daysAgo(20), to: daysAgo(10) })).body.id);
    expect(none.deliveries).to.include({ total: 0, resent: 0 });
  });

  it('sends each delivery once, even if workers take over from each other', async () => {
    const { receiver, service } = fixture;
    await fail(40);
    receiver.answer = (response) => void response.end();
    const { body } = await resend({ from: daysAgo(1) });
    const stored = service.context.runtime.databases.live.collection<{ _id: string }>('resends');
    for (let count = 0; count < 12; count += 1) {
      // Simulates a crash of the worker. In fact the former worker still runs, and then finds that it has lost its
      // lease.
      const lost = { $set: { lease_token: 'of a worker that is gone', resume_at: new Date() } };
      await stored.updateOne({ _id: body.id, status: 'running' }, lost);
      await new Promise((resolve) => setTimeout(resolve, 37 * count));
    }
    const ended = await waitForEnd(body.id);
    expect(ended.deliveries).to.include({ resent: 40, delivered: 40, skipped: 0 });
    expect(receiver.received).to.have.length(40);
    expect(new Set(receiver.received.map((one) => one.headers['webhook-id'])).size).to.equal(40);
  });

  it('skips tests and deliveries that are already due', async () => {
    const { subscriber, service } = fixture;
    fixture.receiver.answer = (response) => void response.writeHead(500).end();
    await subscriber.call('POST', `/${id}/test`);
    await service.context.webhooks.dispatcher.stop();
    await subscriber.publish('lead.created');
    const ended = await waitForEnd((await resend({ from: daysAgo(1) })).body.id);
    expect(ended).to.include({ status: 'completed' });
    expect(ended.deliveries).to.include({ total: 2, processed: 2, resent: 0, skipped: 2 });
  });

  it('makes at most ten deliveries due at a time, so that a new event does not wait for all of them', async () => {
    const { subscriber, service } = fixture;
    await fail(14);
    await service.context.webhooks.dispatcher.stop();
    const { body } = await resend({ from: daysAgo(1) });
    const { live } = service.context.runtime.databases;
    const countDue = () =>
      live.collection('deliveries').countDocuments({ webhook_id: id, scheduled_retry_at: { $exists: true } });
    await eventually(async () => expect(await countDue()).to.equal(10));
    await new Promise((resolve) => setTimeout(resolve, 600));
    expect(await countDue()).to.equal(10);
    expect((await subscriber.call('GET', `/${id}/resends/${body.id}`)).body.deliveries).to.include({ processed: 10 });
    const cancelled = await subscriber.call('POST', `/${id}/resends/${body.id}/cancel`);
    expect(cancelled.status).to.equal(200);
    expect((await waitForEnd(body.id)).status).to.equal('cancelled');
    expect(await countDue()).to.equal(10);
  });

  it('sends deliveries recorded while the webhook was disabled, once it is active again', async () => {
    const { subscriber, receiver, service } = fixture;
    const { live } = service.context.runtime.databases;
    await live
      .collection<{ _id: string }>('webhooks')
      .updateOne({ _id: id }, { $set: { active: false, disabled_at: new Date() } });
    for (let count = 0; count < 3; count += 1) await subscriber.publish('lead.created');
    const refused = await resend({ from: daysAgo(1) });
    expect(refused.status).to.equal(409);
    expect(refused.body).to.include({ code: 'CONFLICT', reason: 'webhook_inactive' });
    await subscriber.call('PUT', `/${id}`, { active: true });
    expect(receiver.received).to.have.length(0);
    const ended = await waitForEnd((await resend({ from: daysAgo(1), status: ['pending'] })).body.id);
    expect(ended.deliveries).to.include({ total: 3, resent: 3, delivered: 3 });
    expect(receiver.received).to.have.length(3);
  });

  it('fails if the webhook is deactivated in the meantime', async () => {
    const { subscriber, receiver } = fixture;
    await fail(15);
    let isOff = false;
    receiver.answer = async (response) => {
      if (!isOff) {
        isOff = true;
        await subscriber.call('PUT', `/${id}`, { active: false });
      }
      response.end();
    };
    const ended = await waitForEnd((await resend({ from: daysAgo(1) })).body.id);
    expect(ended.status).to.equal('failed');
    expect(ended.error).to.deep.include({ code: 'CONFLICT' });
    expect(ended.error.message).to.match(/no longer active/);
  });

  it('answers 422 to invalid values, and names the field', async () => {
    for (const [body, field] of [
      [{}, 'from'],
      [{ from: 'yesterday' }, 'from'],
      [{ from: daysAgo(31) }, 'from'],
      [{ from: '2999-01-01' }, 'from'],
      [{ from: daysAgo(1), to: daysAgo(2) }, 'from'],
      [{ from: daysAgo(1), to: 'tomorrow' }, 'to'],
      [{ from: daysAgo(1), status: 'sent' }, 'status'],
      [{ from: daysAgo(1), status: [] }, 'status'],
      [{ from: daysAgo(1), event: 'lead.archived' }, 'event'],
      [{ from: daysAgo(1), event: ['lead.created', 'webhook.test'] }, 'event[1]'],
    ] as const) {
      const { status, body: answer } = await resend(body);
      expect(status, JSON.stringify(body)).to.equal(422);
      const fields = answer.details.map((one: { field: string }) => one.field);
      expect(fields, JSON.stringify(body)).to.include(field);
    }
  });

  it('answers 404 for another webhook, workspace or mode, and for an unknown id', async () => {
    const { subscriber, service } = fixture;
    const { body } = await resend({ from: daysAgo(1) });
    const other = await subscriber.subscribe(fixture.receiver.url);
    for (const [method, path] of [
      ['GET', `/v1/webhooks/${other}/resends/${body.id}`],
      ['POST', `/v1/webhooks/${other}/resends/${body.id}/cancel`],
      ['GET', `/v1/webhooks/${id}/resends/rsd_none`],
      ['POST', '/v1/webhooks/wh_none/resend'],
    ] as const) {
      const as = { workspaceId: subscriber.workspaceId };
      const { status } = await service.request(method, path, {
        as,
        ...(method === 'POST' && { body: { from: daysAgo(1) } }),
      });
      expect(status, path).to.equal(404);
    }
    for (const as of [
      { workspaceId: 'ws_stranger' },
      { workspaceId: subscriber.workspaceId, mode: 'sandbox' as const },
    ]) {
      expect((await service.request('GET', `/v1/webhooks/${id}/resends/${body.id}`, { as })).status).to.equal(404);
    }
  });
});
