import { expect } from 'chai';
import type { Reply } from '../../support/started-service.js';
import { getField, Subscriber, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const request = { url: 'https://example.com/hook', events: ['lead.created', 'unit.sold'] };

describe('webhook endpoints', () => {
  const fixture = useWebhookFixture({ allowPrivate: false });

  /** Calls an endpoint below /v1/webhooks in the test's workspace. */
  function call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Reply> {
    return fixture.subscriber.call(method, path, body, headers);
  }

  async function create(change: object = {}) {
    const { status, body, headers } = await call('POST', '', { ...request, ...change });
    expect(status).to.equal(201);
    return { id: String(getField(body, 'id')), body, tag: String(headers.get('etag')) };
  }

  describe('POST /v1/webhooks', () => {
    it('creates an active webhook with a generated secret', async () => {
      const { body } = await create();
      expect(body).to.deep.include({
        ...request,
        active: true,
        payload_version: 'v2',
        disabled_at: null,
        last_triggered: null,
        stats: toStats(0, 0, 0),
      });
      expect(getField(body, 'id')).to.match(/^wh_/);
      expect(getField(body, 'secret')).to.match(/^whsec_/);
    });

    it('refuses more webhooks than the plan allows in a mode, even if they are created simultaneously', async () => {
      const { service } = fixture;
      const starter = new Subscriber(service, 'live', 'starter');
      const outcomes = await Promise.all(Array.from({ length: 30 }, () => starter.call('POST', '', request)));
      expect(outcomes.filter(({ status }) => status === 201)).to.have.length(20);
      const refused = outcomes.filter(({ status }) => status !== 201);
      expect(new Set(refused.map(({ status, body }) => `${status} ${body.code}`))).to.deep.equal(
        new Set(['409 CONFLICT']),
      );
      const [first] = (await starter.call('GET', '?per_page=100')).body;
      expect((await starter.call('DELETE', `/${first.id}`)).status).to.equal(204);
      expect((await starter.call('POST', '', request)).status).to.equal(201);
      expect((await starter.call('POST', '', request)).status).to.equal(409);
    });

    it('uses the secret in the body', async () => {
      expect((await create({ secret: 'a secret of mine' })).body).to.include({ secret: 'a secret of mine' });
    });

    it('returns the secret only once, and never stores it in readable form', async () => {
      const secret = `not to be seen ${Math.random()}`;
      const { id } = await create({ secret });
      const answers = [
        await call('GET', `/${id}`),
        await call('GET', '?per_page=100'),
        await call('PUT', `/${id}`, { active: false }),
      ];
      for (const { status, body } of answers) {
        expect(status).to.equal(200);
        expect(JSON.stringify(body)).to.not.include('secret');
      }
      const { live } = fixture.service.context.runtime.databases;
      for (const name of ['webhooks', 'journal']) {
        const stored = await live.collection(name).find({}).toArray();
        expect(stored).to.not.have.length(0);
        expect(JSON.stringify(stored)).to.not.include(secret);
      }
    });

    it('creates one webhook for concurrent requests with one Idempotency-Key', async () => {
      const headers = { 'idempotency-key': 'the same' };
      const answers = await Promise.all(Array.from({ length: 10 }, () => call('POST', '', request, headers)));
      expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).to.have.property('size', 1);
      const { meta } = await call('GET', '');
      expect(meta).to.include({ total: 1 });
    });
  });

  describe('GET /v1/webhooks', () => {
    it('lists newest first, with the summary fields or the requested fields', async () => {
      const ids: string[] = [];
      for (let count = 0; count < 3; count += 1) ids.unshift((await create()).id);
      const { body, meta } = await call('GET', '?per_page=2');
      expect(Array.isArray(body) && body.map((one) => getField(one, 'id'))).to.deep.equal(ids.slice(0, 2));
      expect(Array.isArray(body) && Object.keys(body[0]).sort()).to.deep.equal(
        ['active', 'created_at', 'events', 'id', 'last_triggered', 'updated_at', 'url'].sort(),
      );
      expect(meta).to.deep.equal({ page: 1, per_page: 2, total: 3, total_pages: 2 });
      const fields = await call('GET', '?fields=url,stats&per_page=1');
      expect(fields.body).to.deep.equal([{ id: ids[0], url: request.url, stats: toStats(0, 0, 0) }]);
    });
  });

  describe('GET /v1/webhooks/:id', () => {
    it('returns the webhook as it was created', async () => {
      const { id, body } = await create();
      const read = await call('GET', `/${id}`);
      expect({ ...(read.body ?? {}), secret: getField(body, 'secret') }).to.deep.equal(body);
      expect(read.headers.get('etag')).to.match(/^"/);
    });

    it('shows only the id and the requested fields', async () => {
      const { id } = await create();
      const { body } = await call('GET', `/${id}?fields=url,active`);
      expect(body).to.deep.equal({ id, url: request.url, active: true });
      expect((await call('GET', `/${id}?fields=secret`)).status).to.equal(422);
    });
  });

  describe('PUT /v1/webhooks/:id', () => {
    it('merges the body, and accepts a GET response as the body, even under strict handling', async () => {
      const { id } = await create();
      const before = await call('GET', `/${id}`);
      const same = await call('PUT', `/${id}`, before.body, { prefer: 'handling=strict' });
      expect(same.body).to.deep.equal(before.body);
      const changed = await call('PUT', `/${id}`, { events: ['*'] });
      expect(changed.body).to.deep.include({ url: request.url, events: ['*'], active: true });
      expect(getField(changed.body, 'updated_at')).to.not.equal(getField(before.body, 'updated_at'));
    });

    it('honours If-Match, like DELETE', async () => {
      const { id } = await create();
      const headers = { 'if-match': (await call('GET', `/${id}`)).headers.get('etag') ?? '' };
      expect((await call('PUT', `/${id}`, { active: false }, headers)).status).to.equal(200);
      expect((await call('PUT', `/${id}`, { active: true }, headers)).status).to.equal(412);
      expect((await call('DELETE', `/${id}`, undefined, headers)).status).to.equal(412);
      expect(getField((await call('GET', `/${id}`)).body, 'active')).to.equal(false);
    });

    it('accepts the ETag of every response that shows the webhook, like DELETE', async () => {
      const shown = [
        (id: string) => call('GET', `/${id}?fields=url`),
        (id: string) => call('PUT', `/${id}`, { active: false }),
        (id: string) => call('PUT', `/${id}`, {}),
        (id: string) => call('POST', `/${id}/rotate-secret`),
      ];
      for (const show of shown) {
        const { headers } = await show((await create()).id);
        expect(headers.get('etag')).to.match(/^"\d+-/);
      }
      const { id, tag: createdTag } = await create();
      let tag = createdTag;
      for (const body of [{ events: ['*'] }, { events: ['*'] }, { active: false }]) {
        const changed = await call('PUT', `/${id}`, body, { 'if-match': tag });
        expect(changed.status).to.equal(200);
        tag = String(changed.headers.get('etag'));
      }
      const rotated = await call('POST', `/${id}/rotate-secret`);
      expect((await call('DELETE', `/${id}`, undefined, { 'if-match': tag })).status).to.equal(412);
      const headers = { 'if-match': String(rotated.headers.get('etag')) };
      expect((await call('DELETE', `/${id}`, undefined, headers)).status).to.equal(204);
    });
  });

  describe('DELETE /v1/webhooks/:id', () => {
    it('deletes the webhook once, then answers 404', async () => {
      const { id } = await create();
      expect((await call('DELETE', `/${id}`)).status).to.equal(204);
      expect((await call('DELETE', `/${id}`)).status).to.equal(404);
      expect((await call('GET', `/${id}`)).status).to.equal(404);
    });
  });

  it('answer the same 404 for an unknown webhook and for a webhook in another workspace or mode', async () => {
    const { id } = await create();
    const { service, subscriber } = fixture;
    const paths: [string, string, unknown?][] = [
      ['GET', `/v1/webhooks/${id}`],
      ['PUT', `/v1/webhooks/${id}`, { active: false }],
      ['DELETE', `/v1/webhooks/${id}`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`],
      ['POST', `/v1/webhooks/${id}/deliveries/dlv_1/resend`],
    ];
    for (const as of [{ workspaceId: 'ws_other' }, { workspaceId: subscriber.workspaceId, mode: 'sandbox' as const }]) {
      for (const [method, path, body] of paths) {
        const foreign = await service.request(method, path, { as, body });
        const unknown = await service.request(method, path.replace(id, 'wh_none'), { as, body });
        expect(foreign.status, `${method} ${path}`).to.equal(404);
        expect(foreign.body).to.deep.equal(unknown.body);
      }
    }
    expect((await call('GET', `/${id}`)).status).to.equal(200);
  });
});

describe('the ETag of a webhook', () => {
  const fixture = useWebhookFixture();

  it('still matches If-Match after a delivery changed the statistics', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    const tag = String((await subscriber.call('GET', `/${id}`)).headers.get('etag'));
    await subscriber.publish('lead.created');
    await subscriber.waitForDelivery(id, 'delivered');
    const shown = await subscriber.call('GET', `/${id}`, undefined, { 'if-none-match': tag });
    expect(getField(shown.body, 'stats')).to.deep.equal(toStats(1, 1, 0));
    const changed = await subscriber.call('PUT', `/${id}`, { active: false }, { 'if-match': tag });
    expect(changed.status).to.equal(200);
  });
});
