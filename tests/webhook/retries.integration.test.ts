import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { counts, field, isSigned, Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

const minute = 60_000;
const waits = [5 * minute, 30 * minute, 120 * minute, 24 * 60 * minute];

describe('deliveries that fail', () => {
  let service: WebhookFixture;
  let receiver: Receiver;
  let customer: Subscriber;

  before(async () => {
    service = await startWebhookService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    receiver.answer = (response) => void response.writeHead(500).end('out of order');
    customer = new Subscriber(service);
  });
  afterEach(() => receiver.close());

  /** Lets every attempt of the schedule fail; resolves to the webhook's id. */
  async function exhaust(): Promise<string> {
    const id = await customer.subscribe(receiver.url, { events: ['*'] });
    await customer.publish('lead.created');
    await customer.settled(id, 'failed', 1);
    for (const [index, wait] of waits.entries()) {
      service.passTime(wait);
      await customer.settled(id, 'failed', index + 2);
    }
    return id;
  }

  it('are tried again 5 min, 30 min, 2 h and 24 h after the attempt before, never early, each freshly signed', async () => {
    const id = await customer.subscribe(receiver.url);
    const event = await customer.publish('lead.created');
    let delivery = await customer.settled(id, 'failed', 1);
    for (const [index, wait] of waits.entries()) {
      expect(delivery).to.include({ error: 'The receiver answered 500.', response_code: 500 });
      const planned = Date.parse(delivery.next_retry ?? '') - Date.parse(delivery.attempts.at(-1)?.timestamp ?? '');
      expect(planned).to.be.within(wait, wait + 5_000);
      service.passTime(wait - 20_000);
      // A delivery that is due now has been made, so the worker has looked; what waits was left alone.
      const probe = new Subscriber(service);
      const other = await probe.subscribe(`${receiver.url}/probe`);
      await probe.publish('lead.created');
      await probe.settled(other, 'failed');
      expect(receiver.received.filter(({ path }) => path === '/hook')).to.have.length(index + 1);
      service.passTime(20_000);
      delivery = await customer.settled(id, 'failed', index + 2);
    }
    const seen = receiver.received.filter(({ path }) => path === '/hook');
    expect(seen.map(({ body }) => body)).to.deep.equal(Array.from({ length: 5 }, () => event.payload));
    expect(seen.every((one) => isSigned(one))).to.equal(true);
    expect(new Set(seen.map(({ headers }) => headers['x-service-timestamp']))).to.have.property('size', 5);
  });

  it('for the fifth time disable the webhook, once; events are then recorded and can be sent later', async () => {
    const id = await exhaust();
    await eventually(async () => expect(await customer.read(id)).to.include({ active: false }));
    expect(field(await customer.read(id), 'disabled_at')).to.be.a('string');
    expect((await customer.log(id))[0]).to.not.have.property('next_retry');

    receiver.answer = (response) => void response.end();
    await customer.publish('lead.updated');
    const recorded = await customer.settled(id, 'pending', 0);
    const resend = `/${id}/deliveries/${recorded.id}/resend`;
    expect((await customer.call('POST', resend)).status).to.equal(409);
    expect((await customer.call('PUT', `/${id}`, { active: true })).body).to.include({
      active: true,
      disabled_at: null,
    });
    expect((await customer.call('POST', resend)).status).to.equal(202);
    await customer.settled(id, 'delivered');
    expect(receiver.received).to.have.length(6);

    const { live } = service.context.runtime.databases;
    const notes = await live.collection('journal').find({ subject: id, type: 'disabled' }).toArray();
    expect(notes).to.have.length(1);
  });

  it('are not tried again when the receiver is gone', async () => {
    receiver.answer = (response) => void response.writeHead(410).end();
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created');
    expect(await customer.settled(id, 'failed')).to.not.have.property('next_retry');
    expect(await customer.read(id)).to.include({ active: true });
  });

  it('wait as long as a busy receiver asks for', async () => {
    receiver.answer = (response) => void response.writeHead(429, { 'retry-after': '3600' }).end();
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created');
    const { next_retry, attempts } = await customer.settled(id, 'failed');
    expect(Date.parse(next_retry ?? '') - Date.parse(attempts[0]?.timestamp ?? '')).to.be.at.least(3_600_000);
  });

  it('count as delivered, and no longer as failed, when a retry succeeds', async () => {
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created');
    await customer.settled(id, 'failed');
    expect(field(await customer.read(id), 'stats')).to.deep.equal(counts(1, 0, 1));
    receiver.answer = (response) => void response.end();
    service.passTime(5 * minute + 1_000);
    const delivery = await customer.settled(id, 'delivered', 2);
    expect(delivery).to.include({ response_code: 200 }).and.not.have.any.keys('error', 'next_retry');
    expect(field(await customer.read(id), 'stats')).to.deep.equal(counts(1, 1, 0));
  });

  it('are given up when the webhook is switched off or deleted', async () => {
    const off = await customer.subscribe(`${receiver.url}/off`);
    const deleted = await customer.subscribe(`${receiver.url}/deleted`);
    await customer.publish('lead.created');
    await Promise.all([customer.settled(off, 'failed'), customer.settled(deleted, 'failed')]);
    await customer.call('PUT', `/${off}`, { active: false });
    await customer.call('DELETE', `/${deleted}`);
    expect((await customer.log(off))[0]).to.not.have.property('next_retry');
    service.passTime(6 * minute);
    await customer.call('PUT', `/${off}`, { active: true });
    await customer.publish('lead.created');
    await customer.settled(off, 'failed');
    expect(receiver.received.map(({ path }) => path).sort()).to.deep.equal(['/hook/deleted', '/hook/off', '/hook/off']);
  });
});
