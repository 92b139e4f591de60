import { expect } from 'chai';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('the filters of GET /v1/webhooks/:id/deliveries', () => {
  const fixture = useWebhookFixture({ servicePerTest: true });
  let id: string;
  /** Response code of each delivery, by the delivery's id. */
  let codes: Map<string, number | null>;

  /** Creates one delivery for each status code that its receiver answers. Null closes the connection. */
  async function deliver(answers: readonly (number | null)[]): Promise<void> {
    const { subscriber, receiver } = fixture;
    for (const [index, code] of answers.entries()) {
      receiver.answer = (response) => (code === null ? response.destroy() : response.writeHead(code).end('an answer'));
      await subscriber.publish(index % 2 ? 'lead.won' : 'lead.created');
      const delivery = await subscriber.waitForDelivery(id, code !== null && code < 300 ? 'delivered' : 'failed');
      codes.set(delivery.id, code);
    }
  }

  async function listCodes(query: string): Promise<(number | null | undefined)[]> {
    return (await fixture.subscriber.listDeliveries(id, `?${query}`)).map((one) => codes.get(one.id));
  }

  beforeEach(async () => {
    codes = new Map();
    id = await fixture.subscriber.subscribe(fixture.receiver.url, { events: ['lead.created', 'lead.won'] });
  });

  it('distinguish deliveries by the response to their last attempt: by code, by class, and without a response', async () => {
    await deliver([200, 503, null, 404, 204, 500, 503]);
    expect(await listCodes('response_code=503')).to.deep.equal([503, 503]);
    expect(await listCodes('response_code=5xx')).to.deep.equal([503, 500, 503]);
    expect(await listCodes('response_code=404,2xx&order=asc')).to.deep.equal([200, 404, 204]);
    expect(await listCodes('response_code=none')).to.deep.equal([null]);
    expect(await listCodes('response_code=3xx')).to.deep.equal([]);
    expect(await listCodes('response_code=5xx&event=lead.won&status=failed')).to.deep.equal([500, 503]);
    expect(await listCodes('response_code=5xx,none&per_page=2&page=2')).to.deep.equal([null, 503]);
    const { body, meta } = await fixture.subscriber.call('GET', `/${id}/deliveries?response_code=4xx,5xx&per_page=1`);
    expect(meta).to.include({ total: 4 });
    expect(JSON.stringify(body), 'the list has no response bodies').to.not.include('an answer');
  });

  it('follow a delivery whose last response changes, and exclude deliveries without an attempt', async () => {
    const { subscriber, receiver, service } = fixture;
    await deliver([500]);
    const [failed] = await subscriber.listDeliveries(id);
    receiver.answer = (response) => void response.end();
    await subscriber.call('POST', `/${id}/deliveries/${failed?.id}/resend`);
    await subscriber.waitForDelivery(id, 'delivered', 2);
    expect(await listCodes('response_code=5xx')).to.deep.equal([]);
    expect(await subscriber.listDeliveries(id, '?response_code=200')).to.have.length(1);
    await service.context.webhooks.dispatcher.stop();
    await subscriber.publish('lead.created');
    expect(await subscriber.listDeliveries(id, '?response_code=none')).to.have.length(0);
  });

  it('accept `from` and `to` instead of `created_after` and `created_before`, and refuse both names together', async () => {
    const { subscriber } = fixture;
    await deliver([200]);
    const day = new Date().toISOString().slice(0, 10);
    expect(await listCodes(`from=${day}&to=${day}`)).to.have.length(1);
    expect(await listCodes('from=2999-01-01')).to.have.length(0);
    expect(await listCodes('to=2020-01-01')).to.have.length(0);
    const both = await subscriber.call('GET', `/${id}/deliveries?from=${day}&created_after=${day}`);
    expect(both.status).to.equal(422);
    expect(both.body).to.have.nested.property('details[0].field', 'from');
  });

  it('answer 422 and name an invalid parameter', async () => {
    for (const [query, field] of [
      ['response_code=99', 'response_code'],
      ['response_code=6xx', 'response_code'],
      ['response_code=200,abc', 'response_code'],
      ['from=yesterday', 'from'],
      ['to=2026-13-01', 'to'],
      ['status=sent', 'status'],
      ['event=lead.archived', 'event'],
    ]) {
      const { status, body } = await fixture.subscriber.call('GET', `/${id}/deliveries?${query}`);
      expect(status, query).to.equal(422);
      expect(body, query).to.have.nested.property('details[0].field', field);
    }
  });
});

describe('the derived response codes', () => {
  const fixture = useWebhookFixture();

  it('are computed again by a rebuild', async () => {
    const { subscriber, receiver, service } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    const delivery = await subscriber.waitForDelivery(id, 'delivered');
    const stored = service.context.runtime.databases.live.collection<{ _id: string }>('deliveries');
    await stored.updateOne({ _id: delivery.id }, { $unset: { derived: true } });
    expect(await subscriber.listDeliveries(id, '?response_code=200')).to.have.length(0);
    await service.context.webhooks.deliveries.rebuildDerived('live');
    expect(await subscriber.listDeliveries(id, '?response_code=200')).to.have.length(1);
  });
});
