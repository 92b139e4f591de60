import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { retryDelaysMs } from '../support/retry-delays.js';
import { getField, isSigned, type LoggedDelivery, Subscriber, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('GET /v1/webhooks/:id/deliveries', () => {
  const fixture = useWebhookFixture();

  it('lists newest first, by status and event, by page and by cursor', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url, { events: ['*'] });
    const ids: string[] = [];
    for (const name of ['lead.created', 'lead.won', 'lead.created']) ids.unshift((await subscriber.publish(name)).id);
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(3));
    const listed = async (query: string) => (await subscriber.listDeliveries(id, query)).map((one) => one.event_id);
    expect(await listed('')).to.deep.equal(ids);
    expect(await listed('?order=asc')).to.deep.equal([...ids].reverse());
    expect(await listed('?event=lead.won')).to.deep.equal([ids[1]]);
    expect(await listed('?status=failed,pending')).to.deep.equal([]);
    expect(await listed('?page=2&per_page=2')).to.deep.equal([ids[2]]);
    const newest = (await subscriber.call('GET', `/${id}/deliveries`)).body[0].timestamp;
    expect(await listed(`?created_after=${newest}&created_before=${newest}`)).to.include(ids[0]);
    expect(await listed(`?created_before=${newest}`)).to.deep.equal(ids);
    expect(await listed('?created_after=2999-01-01')).to.deep.equal([]);
    const refused = await subscriber.call('GET', `/${id}/deliveries?created_before=soon`);
    expect([refused.status, refused.body.details[0].field]).to.deep.equal([422, 'created_before']);
    const { meta } = await subscriber.call('GET', `/${id}/deliveries?per_page=2&cursor=`);
    expect(meta).to.include({ total: 3, total_pages: 2 });
    expect(await listed(`?per_page=2&cursor=${getField(meta, 'next_cursor')}`)).to.deep.equal([ids[2]]);
    expect(await subscriber.listDeliveries(id, '?fields=status&per_page=1')).to.have.deep.nested.property(
      '[0].status',
      'delivered',
    );
  });
});

describe('GET /v1/webhooks/:id/deliveries/:delivery_id', () => {
  const fixture = useWebhookFixture();

  it("shows the receiver's response, which the list neither shows nor reads", async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end('out of order');
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    const listed = await subscriber.waitForDelivery(id, 'failed');
    expect(listed.attempts[0]).to.not.have.property('response_body');
    const query = { page: 1, per_page: 20, sort: 'timestamp', order: 'desc' } as const;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    const { records } = await service.context.webhooks.deliveries.log.list(tenant, id, query);
    expect(JSON.stringify(records)).to.not.include('out of order');

    const { status, body, headers } = await subscriber.call('GET', `/${id}/deliveries/${listed.id}`);
    expect(status).to.equal(200);
    expect(headers.get('etag')).to.be.a('string');
    const [attempt] = listed.attempts;
    const { request: _request, ...answered } = body;
    expect(answered).to.deep.equal({ ...listed, attempts: [{ ...attempt, response_body: 'out of order' }] });
    const narrow = await subscriber.call('GET', `/${id}/deliveries/${listed.id}?fields=status`);
    expect(narrow.body).to.deep.equal({ id: listed.id, status: 'failed' });
  });

  it('answers 404 for an unknown delivery, and for a delivery of another webhook or workspace', async () => {
    const { service, subscriber, receiver } = fixture;
    const [id, other] = [await subscriber.subscribe(receiver.url), await subscriber.subscribe(receiver.url)];
    await subscriber.publish('lead.created');
    const delivery = await subscriber.waitForDelivery(id, 'delivered');
    const stranger = new Subscriber(service);
    const paths = [`/${id}/deliveries/dlv_none`, `/${other}/deliveries/${delivery.id}`];
    for (const path of paths) expect((await subscriber.call('GET', path)).status).to.equal(404);
    expect((await stranger.call('GET', `/${id}/deliveries/${delivery.id}`)).status).to.equal(404);
  });
});

describe('POST /v1/webhooks/:id/deliveries/:delivery_id/resend', () => {
  const fixture = useWebhookFixture();
  let id: string;
  beforeEach(async () => {
    fixture.receiver.answer = (response) => void response.writeHead(500).end('out of order');
    id = await fixture.subscriber.subscribe(fixture.receiver.url);
  });

  async function resend({ id: delivery }: LoggedDelivery): Promise<number> {
    return (await fixture.subscriber.call('POST', `/${id}/deliveries/${delivery}/resend`)).status;
  }

  it('attempts the delivery immediately, with the same payload', async () => {
    const { subscriber, receiver } = fixture;
    const event = await subscriber.publish('lead.created');
    const failed = await subscriber.waitForDelivery(id, 'failed');
    receiver.answer = (response) => void response.end();
    expect(await resend(failed)).to.equal(202);
    await subscriber.waitForDelivery(id, 'delivered', 2);
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload, event.payload]);
    expect(await resend({ ...failed, id: 'dlv_none' })).to.equal(404);
  });

  it('keeps the times of the scheduled retries, and lets only these retries disable the webhook', async () => {
    const { service, subscriber } = fixture;
    await subscriber.publish('lead.created');
    const first = await subscriber.waitForDelivery(id, 'failed', 1);
    for (const attempts of [2, 3, 4, 5, 6, 7]) {
      expect(await resend(first)).to.equal(202);
      const again = await subscriber.waitForDelivery(id, 'failed', attempts);
      expect(again.next_retry).to.equal(first.next_retry);
    }
    for (const [index, delayMs] of retryDelaysMs.entries()) {
      expect(await subscriber.readWebhook(id)).to.include({ active: true });
      service.advanceClock(delayMs);
      await subscriber.waitForDelivery(id, 'failed', 8 + index);
    }
    await eventually(async () => expect(await subscriber.readWebhook(id)).to.include({ active: false }));
    expect((await subscriber.listDeliveries(id))[0]).to.not.have.property('next_retry');
  });

  it('makes one attempt per 202, and answers 409 while an attempt is due or running', async () => {
    const { subscriber, receiver } = fixture;
    await subscriber.publish('lead.created');
    const failed = await subscriber.waitForDelivery(id, 'failed', 1);
    let finish: () => void = () => undefined;
    receiver.answer = (response) => {
      finish = () => void response.writeHead(500).end();
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => resend(failed)));
    expect(outcomes.sort()).to.deep.equal([202, ...Array.from({ length: 7 }, () => 409)]);
    await eventually(() => expect(receiver.received).to.have.length(2));
    expect(await resend(failed)).to.equal(409);
    finish();
    await subscriber.waitForDelivery(id, 'failed', 2);
    expect(await resend(failed)).to.equal(202);
    await eventually(() => expect(receiver.received).to.have.length(3));
    finish();
    await subscriber.waitForDelivery(id, 'failed', 3);
  });

  it('makes no delivery due when its queue cannot be marked as due', async () => {
    const { service, subscriber, receiver } = fixture;
    await subscriber.publish('lead.created');
    const failed = await subscriber.waitForDelivery(id, 'failed', 1);
    const { queues } = service.context.webhooks;
    const markResent = queues.markResent.bind(queues);
    queues.markResent = () => Promise.reject(new Error('The database went away.'));
    expect(await resend(failed)).to.equal(500);
    queues.markResent = markResent;
    receiver.answer = (response) => void response.end();
    expect(await resend(failed)).to.equal(202);
    await subscriber.waitForDelivery(id, 'delivered', 2);
  });

  it('is accepted even if an erasure changes the delivery after it was read', async () => {
    const { service, subscriber } = fixture;
    const tenant = { workspaceId: subscriber.workspaceId, mode: 'live' } as const;
    await subscriber.publish('lead.created', { data: { id: 'lead_1', name: 'Zoë' } });
    const failed = await subscriber.waitForDelivery(id, 'failed', 1);
    const { deliveries } = service.context.webhooks;
    const commit = deliveries.resend.bind(deliveries);
    let redacted = 0;
    deliveries.resend = async (...call) => {
      redacted += await deliveries.redactBatch(tenant, 'lead_1', new Date(), 10);
      await commit(...call);
    };
    expect(await resend(failed)).to.equal(202);
    deliveries.resend = commit;
    expect(redacted).to.equal(1);
  });

  it('makes one attempt if no retry is scheduled', async () => {
    const { subscriber } = fixture;
    await subscriber.publish('lead.created');
    const failed = await subscriber.waitForDelivery(id, 'failed', 1);
    await subscriber.call('PUT', `/${id}`, { active: false });
    await subscriber.call('PUT', `/${id}`, { active: true });
    expect(await resend(failed)).to.equal(202);
    expect(await subscriber.waitForDelivery(id, 'failed', 2)).to.not.have.property('next_retry');
  });

  it('is cancelled like scheduled attempts when the webhook is deactivated', async () => {
    const { service, subscriber } = fixture;
    await service.context.webhooks.dispatcher.stop();
    await subscriber.publish('lead.created');
    const [pending] = await subscriber.listDeliveries(id);
    if (!pending) throw new Error('Nothing was recorded.');
    expect(await resend(pending), 'its first attempt is due').to.equal(409);
    await subscriber.call('PUT', `/${id}`, { active: false });
    await subscriber.call('PUT', `/${id}`, { active: true });
    expect(await resend(pending)).to.equal(202);
    await subscriber.call('PUT', `/${id}`, { active: false });
    const { live } = service.context.runtime.databases;
    const [stored] = await live.collection('deliveries').find({ webhook_id: id }).toArray();
    expect(stored).to.include({ remaining_attempts: 5 }).and.not.have.any.keys('due_at', 'scheduled_retry_at');
  });
});

describe('POST /v1/webhooks/:id/test', () => {
  const fixture = useWebhookFixture();
  let id: string;
  beforeEach(async () => {
    id = await fixture.subscriber.subscribe(fixture.receiver.url, { active: false });
  });

  it('posts a signed test event before it responds, and logs it, even for an inactive webhook', async () => {
    const { subscriber, receiver } = fixture;
    const { status, body } = await subscriber.call('POST', `/${id}/test`);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('delivery_id', 'status', 'response_code', 'response_time_ms');
    expect(body).to.include({ status: 'delivered', response_code: 200 });
    const [seen] = receiver.received;
    expect(seen && isSigned(seen)).to.equal(true);
    const payload: unknown = JSON.parse(seen?.body ?? '');
    expect(payload).to.include({ event: 'webhook.test', workspace_id: subscriber.workspaceId });
    const [logged] = await subscriber.listDeliveries(id, '?event=webhook.test');
    expect(logged).to.include({
      id: getField(body, 'delivery_id'),
      status: 'delivered',
      event_id: getField(payload, 'id'),
    });
    expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(1, 1, 0));
  });

  it('returns the failure of the attempt, which is never retried', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end();
    const { body } = await subscriber.call('POST', `/${id}/test`);
    expect(body).to.include({ status: 'failed', response_code: 500 });
    await receiver.stop();
    const away = await subscriber.call('POST', `/${id}/test`);
    expect(away.body).to.include({ status: 'failed', response_code: null });
    expect(getField(away.body, 'error')).to.match(/^The connection/);
    expect(getField(body, 'error')).to.equal('The receiver answered 500.');
    for (const delivery of await subscriber.listDeliveries(id)) {
      expect(delivery).to.include({ status: 'failed' }).and.not.have.property('next_retry');
    }
  });
});
