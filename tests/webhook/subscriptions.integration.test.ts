import { expect } from 'chai';
import { testCaller } from '../support/test-runtime.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

const request = { url: 'https://example.com/hook', events: ['lead.created', 'unit.sold'] };

function field(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null ? Reflect.get(body, name) : undefined;
}

describe('subscriptions', () => {
  let service: WebhookFixture;
  before(async () => {
    service = await startWebhookService(false);
  });
  after(() => service.stop());

  async function create(change: object = {}, workspaceId = 'ws_test') {
    const caller = testCaller(workspaceId);
    const { status, body } = await service.call('POST', '/v1/webhooks', { body: { ...request, ...change }, caller });
    expect(status).to.equal(201);
    return { id: String(field(body, 'id')), body };
  }

  it('are created active, with a secret of their own', async () => {
    const { body } = await create();
    expect(body).to.deep.include({
      ...request,
      active: true,
      payload_version: 'v2',
      disabled_at: null,
      last_triggered: null,
      stats: { deliveries_total: 0, deliveries_successful: 0, deliveries_failed: 0 },
    });
    expect(field(body, 'id')).to.match(/^wh_/);
    expect(field(body, 'secret')).to.match(/^whsec_/);
  });

  it('take a secret that is given', async () => {
    expect((await create({ secret: 'a secret of mine' })).body).to.include({ secret: 'a secret of mine' });
  });

  it('never show the secret again, and never store it readable', async () => {
    const secret = `not to be seen ${Math.random()}`;
    const { id } = await create({ secret });
    const answers = [
      await service.call('GET', `/v1/webhooks/${id}`),
      await service.call('GET', '/v1/webhooks?per_page=100'),
      await service.call('PUT', `/v1/webhooks/${id}`, { body: { active: false } }),
    ];
    for (const { status, body } of answers) {
      expect(status).to.equal(200);
      expect(JSON.stringify(body)).to.not.include('secret');
    }
    const { live } = service.context.runtime.databases;
    for (const name of ['subscriptions', 'journal']) {
      const stored = await live.collection(name).find({}).toArray();
      expect(stored).to.not.have.length(0);
      expect(JSON.stringify(stored)).to.not.include(secret);
    }
  });

  it('are read as they were created', async () => {
    const { id, body } = await create();
    const read = await service.call('GET', `/v1/webhooks/${id}`);
    expect({ ...(read.body ?? {}), secret: field(body, 'secret') }).to.deep.equal(body);
    expect(read.headers.get('etag')).to.match(/^"/);
  });

  it('are listed newest first, in summary, with what was asked for', async () => {
    const workspace = 'ws_list';
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await create({}, workspace)).id);
    const caller = testCaller(workspace);
    const { body, meta } = await service.call('GET', '/v1/webhooks?per_page=2', { caller });
    expect(Array.isArray(body) && body.map((one) => field(one, 'id'))).to.deep.equal(ids.slice(0, 2));
    expect(Array.isArray(body) && Object.keys(body[0]).sort()).to.deep.equal(
      ['active', 'created_at', 'events', 'id', 'last_triggered', 'updated_at', 'url'].sort(),
    );
    expect(meta).to.deep.equal({ page: 1, per_page: 2, total: 3, total_pages: 2 });
    const fields = await service.call('GET', '/v1/webhooks?fields=url,stats&per_page=1', { caller });
    expect(fields.body).to.deep.equal([
      { id: ids[0], url: request.url, stats: { deliveries_total: 0, deliveries_successful: 0, deliveries_failed: 0 } },
    ]);
  });

  it('merge what a PUT names; what was read can be sent back, to the strict too', async () => {
    const { id } = await create();
    const before = await service.call('GET', `/v1/webhooks/${id}`);
    const headers = { prefer: 'handling=strict' };
    const same = await service.call('PUT', `/v1/webhooks/${id}`, { body: before.body, headers });
    expect(same.body).to.deep.equal(before.body);
    const changed = await service.call('PUT', `/v1/webhooks/${id}`, { body: { events: ['*'] } });
    expect(changed.body).to.deep.include({ url: request.url, events: ['*'], active: true });
    expect(field(changed.body, 'updated_at')).to.not.equal(field(before.body, 'updated_at'));
  });

  it('honour If-Match on PUT and DELETE', async () => {
    const { id } = await create();
    const tag = (await service.call('GET', `/v1/webhooks/${id}`)).headers.get('etag') ?? '';
    const headers = { 'if-match': tag };
    const path = `/v1/webhooks/${id}`;
    expect((await service.call('PUT', path, { body: { active: false }, headers })).status).to.equal(200);
    expect((await service.call('PUT', path, { body: { active: true }, headers })).status).to.equal(412);
    expect((await service.call('DELETE', path, { headers })).status).to.equal(412);
    expect(field((await service.call('GET', path)).body, 'active')).to.equal(false);
  });

  it('can be changed and deleted under the ETag of any answer that showed them', async () => {
    const shown = [
      (id: string) => service.call('GET', `/v1/webhooks/${id}?fields=url`),
      (id: string) => service.call('PUT', `/v1/webhooks/${id}`, { body: { active: false } }),
      (id: string) => service.call('PUT', `/v1/webhooks/${id}`, { body: {} }),
      (id: string) => service.call('POST', `/v1/webhooks/${id}/rotate-secret`),
    ];
    for (const show of shown) {
      const { headers } = await show((await create()).id);
      expect(headers.get('etag')).to.match(/^"\d+-/);
    }
    const created = await service.call('POST', '/v1/webhooks', { body: request });
    const place = `/v1/webhooks/${String(field(created.body, 'id'))}`;
    let tag = String(created.headers.get('etag'));
    for (const body of [{ events: ['*'] }, { events: ['*'] }, { active: false }]) {
      const changed = await service.call('PUT', place, { body, headers: { 'if-match': tag } });
      expect(changed.status).to.equal(200);
      tag = String(changed.headers.get('etag'));
    }
    const rotated = await service.call('POST', `${place}/rotate-secret`);
    expect((await service.call('DELETE', place, { headers: { 'if-match': tag } })).status).to.equal(412);
    const headers = { 'if-match': String(rotated.headers.get('etag')) };
    expect((await service.call('DELETE', place, { headers })).status).to.equal(204);
  });

  it('show only the fields that are asked for, and id', async () => {
    const { id } = await create();
    const { body } = await service.call('GET', `/v1/webhooks/${id}?fields=url,active`);
    expect(body).to.deep.equal({ id, url: request.url, active: true });
    const unknown = await service.call('GET', `/v1/webhooks/${id}?fields=secret`);
    expect(unknown.status).to.equal(422);
  });

  it('are deleted once', async () => {
    const { id } = await create();
    expect((await service.call('DELETE', `/v1/webhooks/${id}`)).status).to.equal(204);
    expect((await service.call('DELETE', `/v1/webhooks/${id}`)).status).to.equal(404);
    expect((await service.call('GET', `/v1/webhooks/${id}`)).status).to.equal(404);
  });

  it('do not exist for another workspace or mode', async () => {
    const { id } = await create();
    const paths: [string, string, unknown?][] = [
      ['GET', `/v1/webhooks/${id}`],
      ['PUT', `/v1/webhooks/${id}`, { active: false }],
      ['DELETE', `/v1/webhooks/${id}`],
      ['GET', `/v1/webhooks/${id}/deliveries`],
      ['POST', `/v1/webhooks/${id}/test`],
      ['POST', `/v1/webhooks/${id}/rotate-secret`],
      ['POST', `/v1/webhooks/${id}/deliveries/dlv_1/resend`],
    ];
    for (const caller of [testCaller('ws_other'), testCaller('ws_test', 'sandbox')]) {
      for (const [method, path, body] of paths) {
        const foreign = await service.call(method, path, { caller, body });
        const unknown = await service.call(method, path.replace(id, 'wh_none'), { caller, body });
        expect(foreign.status, `${method} ${path}`).to.equal(404);
        expect(foreign.body).to.deep.equal(unknown.body);
      }
    }
    expect((await service.call('GET', `/v1/webhooks/${id}`)).status).to.equal(200);
  });

  it('are made once for a repeated Idempotency-Key', async () => {
    const caller = testCaller('ws_idempotent');
    const headers = { 'idempotency-key': 'the same' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => service.call('POST', '/v1/webhooks', { body: request, headers, caller })),
    );
    expect(new Set(answers.map(({ body }) => JSON.stringify(body)))).to.have.property('size', 1);
    const { meta } = await service.call('GET', '/v1/webhooks', { caller });
    expect(meta).to.include({ total: 1 });
  });
});
