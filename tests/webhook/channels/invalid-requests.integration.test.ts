import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { getField } from '../support/subscriber.js';
import { startWebhookService } from '../support/webhook-service.js';

const valid = { url: 'https://example.com/hook', events: ['lead.created'] };

/** Description of the invalid part, body of a POST, and the field that the answer reports. */
const invalidBodies: readonly (readonly [string, unknown, string])[] = [
  ['no url', { events: valid.events }, 'url'],
  ['no events', { url: valid.url }, 'events'],
  ['a url that cannot be parsed', { ...valid, url: 'nowhere' }, 'url'],
  ['a url of the wrong type', { ...valid, url: 1 }, 'url'],
  ['a url that is null', { ...valid, url: null }, 'url'],
  ['a url that is too long', { ...valid, url: `https://example.com/${'x'.repeat(2_000)}` }, 'url'],
  ['a url of another protocol', { ...valid, url: 'ftp://example.com/' }, 'url'],
  ['a url with a password', { ...valid, url: 'https://me:mine@example.com/' }, 'url'],
  ['a url without a host', { ...valid, url: 'http:///x' }, 'url'],
  ['a url whose host is a dot', { ...valid, url: 'http://./x' }, 'url'],
  ['a url with port 0', { ...valid, url: 'https://example.com:0/x' }, 'url'],
  ['a loopback url', { ...valid, url: 'http://127.0.0.1:9999/' }, 'url'],
  ['a loopback name', { ...valid, url: 'http://localhost:9999/' }, 'url'],
  ['a metadata url', { ...valid, url: 'http://169.254.169.254/latest' }, 'url'],
  ['a mapped private url', { ...valid, url: 'http://[::ffff:10.0.0.1]/' }, 'url'],
  ['an empty list of events', { ...valid, events: [] }, 'events'],
  ['events of the wrong type', { ...valid, events: 'lead.created' }, 'events'],
  ['an unknown event', { ...valid, events: ['lead.created', 'lead.archived'] }, 'events[1]'],
  ['an unknown group', { ...valid, events: ['house.*'] }, 'events[0]'],
  ['part of a group', { ...valid, events: ['lead.stage*'] }, 'events[0]'],
  ['the test event', { ...valid, events: ['webhook.test'] }, 'events[0]'],
  ['too many events', { ...valid, events: Array.from({ length: 101 }, () => '*') }, 'events'],
  ['a short secret', { ...valid, secret: 'x'.repeat(15) }, 'secret'],
  ['a long secret', { ...valid, secret: 'x'.repeat(257) }, 'secret'],
  ['active as a text', { ...valid, active: 'yes' }, 'active'],
  ['an unknown payload version', { ...valid, payload_version: 'v3' }, 'payload_version'],
];

const queries: readonly (readonly [string, string])[] = [
  ['page=0', 'page'],
  ['page=one', 'page'],
  ['per_page=0', 'per_page'],
  ['sort=url', 'sort'],
  ['order=up', 'order'],
  ['fields=secret', 'fields'],
  ['cursor=nonsense', 'cursor'],
];

describe('the validation of requests about webhooks', () => {
  const service = useFixture(() => startWebhookService(false));
  let id: string;
  before(async () => {
    const { body } = await service().request('POST', '/v1/webhooks', { body: valid });
    id = String(getField(body, 'id'));
  });

  for (const [title, body, field] of invalidBodies) {
    it(`answers 422 to POST /v1/webhooks with ${title}, and creates nothing`, async () => {
      const as = { workspaceId: 'ws_bad' };
      const answer = await service().request('POST', '/v1/webhooks', { body, as });
      expect(answer.status).to.equal(422);
      expect(answer.body).to.have.property('code', 'VALIDATION_ERROR');
      expect(answer.body).to.have.nested.property('details[0].field', field);
      expect((await service().request('GET', '/v1/webhooks', { as })).meta).to.include({ total: 0 });
    });
  }

  for (const [title, body, field] of invalidBodies.filter(
    ([, , name]) => name !== 'secret' && !name.startsWith('no '),
  )) {
    if (title.startsWith('no ')) continue;
    it(`answers 422 to PUT /v1/webhooks/:id with ${title}, and changes nothing`, async () => {
      const before = await service().request('GET', `/v1/webhooks/${id}`);
      const answer = await service().request('PUT', `/v1/webhooks/${id}`, { body });
      expect(answer.status).to.equal(422);
      expect(answer.body).to.have.nested.property('details[0].field', field);
      expect((await service().request('GET', `/v1/webhooks/${id}`)).body).to.deep.equal(before.body);
    });
  }

  for (const [query, field] of queries) {
    for (const path of ['/v1/webhooks', '/v1/webhooks/:id/deliveries']) {
      it(`answers 422 to GET ${path} with ${query}`, async () => {
        const answer = await service().request('GET', `${path.replace(':id', id)}?${query}`);
        expect(answer.status).to.equal(422);
        expect(answer.body).to.have.nested.property('details[0].field', field);
      });
    }
  }

  for (const [query, field] of [
    ['status=lost', 'status'],
    ['status=failed,lost', 'status'],
    ['event=lead.archived', 'event'],
  ] as const) {
    it(`answers 422 to GET /v1/webhooks/:id/deliveries with ${query}`, async () => {
      const answer = await service().request('GET', `/v1/webhooks/${id}/deliveries?${query}`);
      expect(answer.status).to.equal(422);
      expect(answer.body).to.have.nested.property('details[0].field', field);
    });
  }

  it('answers 400 to a MongoDB operator in the query or the body', async () => {
    const query = await service().request('GET', `/v1/webhooks/${id}/deliveries?status[$ne]=failed`);
    expect(query.status).to.equal(400);
    const body = await service().request('POST', '/v1/webhooks', { body: { ...valid, url: { $gt: '' } } });
    expect(body.status).to.equal(400);
  });

  it('ignores unknown fields in POST /v1/webhooks unless strict handling is preferred', async () => {
    const known = { ...valid, id: 'wh_mine', stats: { deliveries_total: 9 } };
    const body = { ...known, colour: 'red' };
    const relaxed = await service().request('POST', '/v1/webhooks', { body });
    expect(relaxed.status).to.equal(201);
    expect(relaxed.body).to.not.have.property('colour');
    expect(relaxed.body).to.have.property('id').not.equal('wh_mine');
    const strict = await service().request('POST', '/v1/webhooks', { body, headers: { prefer: 'handling=strict' } });
    expect(strict.body)
      .to.have.property('details')
      .that.deep.equals([{ field: 'colour', message: 'is not a known field' }]);
    const fine = await service().request('POST', '/v1/webhooks', {
      body: known,
      headers: { prefer: 'handling=strict' },
    });
    expect(fine.status).to.equal(201);
  });

  for (const action of ['test', 'rotate-secret', 'deliveries/dlv_1/resend']) {
    it(`answers 422 to an unknown field in POST /v1/webhooks/:id/${action} if strict handling is preferred`, async () => {
      const path = `/v1/webhooks/${id}/${action}`;
      const headers = { prefer: 'handling=strict' };
      const strict = await service().request('POST', path, { body: { bogus: 1 }, headers });
      expect(strict.status).to.equal(422);
      expect(strict.body).to.have.nested.property('details[0].field', 'bogus');
      expect((await service().request('POST', path, { headers })).status).to.not.equal(422);
    });
  }

  it('reports all invalid fields together, including a private URL', async () => {
    const body = { url: 'http://127.0.0.1:9999/', events: ['lead.archived'], active: 'yes' };
    for (const [method, path] of [
      ['POST', '/v1/webhooks'],
      ['PUT', `/v1/webhooks/${id}`],
    ] as const) {
      const { status, body: problem } = await service().request(method, path, { body });
      expect(status).to.equal(422);
      const details: unknown = Reflect.get(Object(problem), 'details');
      const fields = Array.isArray(details) ? details.map((detail) => Reflect.get(Object(detail), 'field')) : [];
      expect(fields).to.have.members(['url', 'events[0]', 'active']);
    }
  });
});
