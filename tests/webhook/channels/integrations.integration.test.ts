import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { minuteMs, retryDelaysMs } from '../support/retry-delays.js';
import { toStats } from '../support/subscriber.js';
import { waitForMessage } from '../support/wait-for-message.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const request = {
  kind: 'slack',
  name: 'Sales channel',
  events: ['lead.created'],
  url: 'https://hooks.slack.com/services/T000/B000/not-to-be-seen',
};

describe('/v1/integrations', () => {
  const fixture = useWebhookFixture();

  /** Calls an endpoint below /v1/integrations in the test's workspace. */
  function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const { service, subscriber } = fixture;
    const as = { workspaceId: subscriber.workspaceId, plan: 'enterprise' };
    return service.request(method, `/v1/integrations${path}`, { as, body, headers });
  }

  async function create(change: object = {}) {
    const { status, body, headers } = await call('POST', '', { ...request, url: fixture.receiver.url, ...change });
    expect(status, JSON.stringify(body)).to.equal(201);
    return { id: String(body.id), body, tag: String(headers.get('etag')) };
  }

  const waitForDelivery = (id: string, status: string, attempts = 1) =>
    waitForMessage(() => call('GET', `/${id}/deliveries`), status, attempts);

  it('creates an active integration whose address is neither returned nor stored in readable form', async () => {
    const { id, body } = await create({ url: request.url });
    expect(body).to.deep.include({ kind: 'slack', name: 'Sales channel', template: null, active: true });
    expect(body).to.deep.include({ url_host: 'hooks.slack.com', url_last4: 'seen', stats: toStats(0, 0, 0) });
    const { live } = fixture.service.runtime.databases;
    const stored = await live.collection<{ _id: string }>('integrations').findOne({ _id: id });
    const entries = await fixture.service.journal(id, { workspaceId: fixture.subscriber.workspaceId });
    const texts = [stored, entries, body, (await call('GET', `/${id}`)).body, (await call('GET', '')).body];
    expect(JSON.stringify(texts)).to.not.include('not-to-be-seen');
  });

  it('posts a message for each event that the integration subscribes to, and logs it', async () => {
    const { subscriber, receiver } = fixture;
    const { id } = await create({ template: 'New: {{lead.name}} <{{lead.email}}>' });
    await subscriber.publish('lead.won');
    await subscriber.publish('lead.created', { data: { id: 'lead_1', name: 'Zoë & Co', email: 'zoe@example.com' } });
    await waitForDelivery(id, 'delivered');
    expect(receiver.received.map(({ body }) => JSON.parse(body))).to.deep.equal([
      { text: 'New: Zoë &amp; Co <zoe@example.com>' },
    ]);
    expect((await call('GET', `/${id}`)).body.stats).to.deep.equal(toStats(1, 1, 0));
  });

  it('posts no event from before the integration was created', async () => {
    const { service, subscriber, receiver } = fixture;
    const { id } = await create({ template: '{{lead.name}}' });
    const now = service.context.clock().getTime();
    for (const [name, secondsAgo] of [
      ['An hour ago', 3_600],
      ['Ten seconds ago', 10],
      ['Now', 0],
    ] as const) {
      const timestamp = new Date(now - secondsAgo * 1_000);
      await subscriber.publish('lead.created', { timestamp, data: { id: 'lead_1', name } });
    }
    await waitForDelivery(id, 'delivered');
    expect(receiver.received.map(({ body }) => JSON.parse(body))).to.deep.equal([{ text: 'Now' }]);
    expect((await call('GET', `/${id}/deliveries`)).body).to.have.length(1);
  });

  it('keeps integrations and their log separate from webhooks', async () => {
    const { subscriber, receiver } = fixture;
    const webhook = await subscriber.subscribe(`${receiver.url}/webhook`);
    const { id } = await create({ url: `${receiver.url}/chat` });
    await subscriber.publish('lead.created');
    const sent = await waitForDelivery(id, 'delivered');
    const signed = await subscriber.waitForDelivery(webhook, 'delivered');
    expect(sent.event_id).to.equal(signed.event_id);
    expect((await subscriber.call('GET', `/${webhook}/deliveries/${sent.id}`)).status).to.equal(404);
    expect((await call('GET', `/${id}/deliveries/${signed.id}`)).status).to.equal(404);
    expect((await subscriber.call('GET', `/${id}`)).status).to.equal(404);
    expect((await call('GET', `/${webhook}`)).status).to.equal(404);
  });

  it('retries a refused message as often as a webhook, then disables the integration and reports it', async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(404).end('no_service');
    const { id } = await create();
    await subscriber.publish('lead.created');
    for (const [retries, delayMs] of [...retryDelaysMs, 0].entries()) {
      await waitForDelivery(id, 'failed', retries + 1);
      service.advanceClock(delayMs + minuteMs);
    }
    const { body } = await eventually(async () => {
      const found = await call('GET', `/${id}`);
      expect(found.body).to.include({ active: false });
      return found;
    });
    expect(body.disabled_at).to.be.a('string');
    const as = { workspaceId: subscriber.workspaceId };
    const [notice] = (await service.request('GET', '/v1/notifications', { as })).body;
    expect(notice).to.deep.include({ type: 'integration.disabled', subject: { type: 'integration', id } });
    expect(notice.message).to.match(
      /^The integration “Sales channel” was disabled because .* The receiver answered 404\.$/,
    );
    expect(notice.data.last_answer).to.include({ response_code: 404, response_body: 'no_service' });
    expect((await call('POST', `/${id}/deliveries/none/resend`)).status).to.equal(404);

    receiver.answer = (response) => void response.end('ok');
    const [failed] = (await call('GET', `/${id}/deliveries`)).body;
    const refused = await call('POST', `/${id}/deliveries/${failed.id}/resend`);
    expect([refused.status, refused.body.reason]).to.deep.equal([409, 'integration_inactive']);
    expect((await call('PUT', `/${id}`, { active: true })).status).to.equal(200);
    expect((await call('POST', `/${id}/deliveries/${failed.id}/resend`)).status).to.equal(202);
    await waitForDelivery(id, 'delivered', 6);
  });

  it('waits for the time in the Retry-After header of a 429', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '7200' }).end('rate_limited');
    const { id } = await create();
    await subscriber.publish('lead.created');
    const delivery = await waitForDelivery(id, 'failed');
    const [attempt] = delivery.attempts;
    expect(Date.parse(delivery.next_retry) - Date.parse(attempt.timestamp)).to.be.at.least(7_200_000);
  });

  it("tests an integration with an example of its first event, and returns the chat's response", async () => {
    const { receiver } = fixture;
    const { id } = await create({ template: '{{lead.name}}' });
    const tested = await call('POST', `/${id}/test`);
    expect([tested.status, tested.body.status]).to.deep.equal([200, 'delivered']);
    expect(JSON.parse(receiver.received[0]?.body ?? '')).to.deep.equal({ text: 'Test of Sales channel\nMaria Silva' });
    receiver.answer = (response) => void response.writeHead(403).end('action_prohibited');
    expect((await call('POST', `/${id}/test`)).body).to.include({ status: 'failed', response_code: 403 });
    expect((await call('GET', `/${id}/deliveries?event=integration.test`)).body).to.have.length(2);
  });

  it('changes only the given fields under If-Match, changes nothing when repeated, and immediately uses a new address', async () => {
    const { subscriber, receiver } = fixture;
    const { id, tag } = await create();
    const first = (await call('GET', `/${id}`)).body;
    const same = await call('PUT', `/${id}`, { ...first, url: receiver.url });
    expect([same.status, same.headers.get('etag')]).to.deep.equal([200, tag]);
    expect((await call('PUT', `/${id}`, { name: 'x' }, { 'if-match': '"other"' })).status).to.equal(412);
    const moved = await call('PUT', `/${id}`, { url: `${receiver.url}/moved`, kind: 'teams' }, { 'if-match': tag });
    expect(moved.body).to.include({ kind: 'slack', name: 'Sales channel', url_last4: 'oved' });
    await subscriber.publish('lead.created');
    await eventually(() => expect(receiver.received.map(({ path }) => path)).to.deep.equal(['/hook/moved']));
  });

  it('deletes an integration with its log', async () => {
    const { service, subscriber } = fixture;
    const { id } = await create();
    await subscriber.publish('lead.created');
    await waitForDelivery(id, 'delivered');
    expect((await call('DELETE', `/${id}`)).status).to.equal(204);
    expect((await call('GET', `/${id}`)).status).to.equal(404);
    const { live } = service.runtime.databases;
    await eventually(async () => {
      expect(await live.collection('integration_deliveries').countDocuments({ webhook_id: id })).to.equal(0);
      expect(await live.collection<{ _id: string }>('integration_queues').countDocuments({ _id: id })).to.equal(0);
    });
  });

  it('refuses a name that is blank or has control characters', async () => {
    for (const name of ['  ', 'Sales\nchannel']) {
      const { status, body } = await call('POST', '', { ...request, name });
      expect([status, body.details]).to.deep.equal([
        422,
        [{ field: 'name', message: 'must not be blank or have control characters' }],
      ]);
    }
  });

  it('refuses a template with a field that none of the events has, even when only the events change', async () => {
    const refused = await call('POST', '', { ...request, template: '{{lead.nam}}' });
    expect([refused.status, refused.body.details]).to.deep.equal([
      422,
      [{ field: 'template', message: 'has names that none of the events has: {{lead.nam}}' }],
    ]);
    const { id } = await create({ template: '{{lead.name}}' });
    const changed = await call('PUT', `/${id}`, { events: ['unit.sold'] });
    expect([changed.status, changed.body.details?.[0]?.field]).to.deep.equal([422, 'template']);
  });

  it('previews a message without sending it', async () => {
    const preview = await call('POST', '/preview', {
      kind: 'slack',
      event: 'unit.sold',
      template: '{{unit.name}} for {{unit.price.amount}}',
    });
    expect(preview.body).to.have.property('text', 'Tower A, 1204 for 1,850,000');
    expect(preview.body.data).to.include({ unit_number: 'A-1204' });
    const refused = await call('POST', '/preview', { kind: 'slack', event: 'unit.sold', template: '{{lead.name}}' });
    expect([refused.status, refused.body.details?.[0]?.field]).to.deep.equal([422, 'template']);
  });

  it('redacts later messages of an erased lead', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response, { body }) => void response.writeHead(500).end(body);
    const { id } = await create({ template: '{{subject}}, {{lead.email}}' });
    await subscriber.publish('lead.created', { data: { id: 'lead_9', name: 'Zoë', email: 'zoe@example.com' } });
    const { id: deliveryId } = await waitForDelivery(id, 'failed');
    await subscriber.publish('erasure.lead', { data: { lead_id: 'lead_9' } });
    const shown = (await call('GET', `/${id}/deliveries/${deliveryId}`)).body;
    expect(JSON.stringify(shown)).to.not.include('Zoë');
    await call('POST', `/${id}/deliveries/${deliveryId}/resend`);
    await eventually(() => expect(receiver.received).to.have.length(2));
    expect(JSON.parse(receiver.received[1]?.body ?? '')).to.deep.equal({ text: 'lead_9, ' });
  });
});

describe('the address of an integration', () => {
  const fixture = useWebhookFixture({ allowPrivate: false });

  it('must be a public address at a host of the chat', async () => {
    const urls = [
      'https://example.com/hook',
      'http://hooks.slack.com/x',
      'http://127.0.0.1/x',
      'ftp://hooks.slack.com',
    ];
    for (const url of urls) {
      const { status, body } = await fixture.service.request('POST', '/v1/integrations', { body: { ...request, url } });
      expect([status, body.details?.[0]?.field], url).to.deep.equal([422, 'url']);
    }
  });
});
