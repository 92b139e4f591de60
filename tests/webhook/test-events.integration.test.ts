import { expect } from 'chai';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { counts, field, isSigned, Subscriber, testSecret } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

describe('test events and new secrets', () => {
  let service: WebhookFixture;
  let receiver: Receiver;
  let customer: Subscriber;
  let id: string;

  before(async () => {
    service = await startWebhookService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    customer = new Subscriber(service);
    id = await customer.subscribe(receiver.url, { active: false });
  });
  afterEach(() => receiver.close());

  it('are sent while the caller waits, signed and logged, to an inactive webhook too', async () => {
    const { status, body } = await customer.call('POST', `/${id}/test`);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('delivery_id', 'status', 'response_code', 'response_time_ms');
    expect(body).to.include({ status: 'delivered', response_code: 200 });
    const [seen] = receiver.received;
    expect(seen && isSigned(seen)).to.equal(true);
    const payload: unknown = JSON.parse(seen?.body ?? '');
    expect(payload).to.include({ event: 'webhook.test', workspace_id: customer.workspaceId });
    const [logged] = await customer.log(id, '?event=webhook.test');
    expect(logged).to.include({ id: field(body, 'delivery_id'), status: 'delivered', event_id: field(payload, 'id') });
    expect(field(await customer.read(id), 'stats')).to.deep.equal(counts(1, 1, 0));
  });

  it('tell of a failure and are never retried', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const { body } = await customer.call('POST', `/${id}/test`);
    expect(body).to.include({ status: 'failed', response_code: 500 });
    await receiver.close();
    const away = await customer.call('POST', `/${id}/test`);
    expect(away.body).to.include({ status: 'failed', response_code: null });
    expect(field(away.body, 'error')).to.match(/^The connection/);
    expect(field(body, 'error')).to.equal('The receiver answered 500.');
    for (const delivery of await customer.log(id)) {
      expect(delivery).to.include({ status: 'failed' }).and.not.have.property('next_retry');
    }
  });

  it('carry both signatures for 24 hours after a new secret, then the new one only', async () => {
    const rotated = await customer.call('POST', `/${id}/rotate-secret`);
    expect(rotated.status).to.equal(200);
    const fresh = String(field(rotated.body, 'secret'));
    expect(fresh).to.match(/^whsec_/);
    await customer.call('POST', `/${id}/test`);
    service.passTime(24 * 3_600_000);
    await customer.call('POST', `/${id}/test`);
    const [during, after] = receiver.received;
    const signatures = String(during?.headers['x-service-signature']).split(',');
    expect(signatures).to.have.length(2);
    for (const [index, secret] of [fresh, testSecret].entries()) {
      const headers = { ...during?.headers, 'x-service-signature': signatures[index] };
      expect(during && isSigned({ ...during, headers }, secret)).to.equal(true);
    }
    expect(after && isSigned(after, fresh)).to.equal(true);
  });

  it('answer a call for the secret that is in use as before, and leave the former one signing', async () => {
    const secret = 'another secret of mine';
    const rotated = await customer.call('POST', `/${id}/rotate-secret`, { secret });
    service.passTime(60_000);
    const again = await customer.call('POST', `/${id}/rotate-secret`, { secret });
    expect(again).to.deep.include({ status: 200, body: rotated.body });
    expect(again.headers.get('etag')).to.equal(rotated.headers.get('etag'));
    await customer.call('POST', `/${id}/test`);
    const [seen] = receiver.received;
    const signatures = String(seen?.headers['x-service-signature']).split(',');
    expect(new Set(signatures)).to.have.property('size', 2);
    const headers = { ...seen?.headers, 'x-service-signature': signatures[1] };
    expect(seen && isSigned({ ...seen, headers }, testSecret)).to.equal(true);
  });

  it('take a new secret that is given, within the bounds of the first', async () => {
    const secret = 'another secret of mine';
    expect((await customer.call('POST', `/${id}/rotate-secret`, { secret })).body).to.include({ secret });
    const short = await customer.call('POST', `/${id}/rotate-secret`, { secret: 'short' });
    expect(short.status).to.equal(422);
    expect(short.body).to.have.nested.property('details[0].field', 'secret');
  });
});
