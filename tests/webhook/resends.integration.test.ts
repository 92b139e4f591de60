import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { type Logged, Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

const minute = 60_000;
const waits = [5 * minute, 30 * minute, 120 * minute, 24 * 60 * minute];

describe('deliveries that are sent again by hand', () => {
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
    receiver.answer = (response) => void response.writeHead(500).end('out of order');
    customer = new Subscriber(service);
    id = await customer.subscribe(receiver.url);
  });
  afterEach(() => receiver.close());

  async function resend({ id: delivery }: Logged): Promise<number> {
    return (await customer.call('POST', `/${id}/deliveries/${delivery}/resend`)).status;
  }

  it('are attempted at once, with the same payload', async () => {
    const event = await customer.publish('lead.created');
    const failed = await customer.settled(id, 'failed');
    receiver.answer = (response) => void response.end();
    expect(await resend(failed)).to.equal(202);
    await customer.settled(id, 'delivered', 2);
    expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload, event.payload]);
    expect(await resend({ ...failed, id: 'dlv_none' })).to.equal(404);
  });

  it('keep all their planned retries, at their times, and only those disable the webhook', async () => {
    await customer.publish('lead.created');
    const first = await customer.settled(id, 'failed', 1);
    for (const attempts of [2, 3, 4, 5, 6, 7]) {
      expect(await resend(first)).to.equal(202);
      const again = await customer.settled(id, 'failed', attempts);
      expect(again.next_retry).to.equal(first.next_retry);
    }
    for (const [index, wait] of waits.entries()) {
      expect(await customer.read(id)).to.include({ active: true });
      service.passTime(wait);
      await customer.settled(id, 'failed', 8 + index);
    }
    await eventually(async () => expect(await customer.read(id)).to.include({ active: false }));
    expect((await customer.log(id))[0]).to.not.have.property('next_retry');
  });

  it('are attempted as often as they were taken on: who asks while an attempt is due or under way is refused', async () => {
    await customer.publish('lead.created');
    const failed = await customer.settled(id, 'failed', 1);
    let finish: () => void = () => undefined;
    receiver.answer = (response) => {
      finish = () => void response.writeHead(500).end();
    };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => resend(failed)));
    expect(outcomes.sort()).to.deep.equal([202, ...Array.from({ length: 7 }, () => 409)]);
    await eventually(() => expect(receiver.received).to.have.length(2));
    expect(await resend(failed)).to.equal(409);
    finish();
    await customer.settled(id, 'failed', 2);
    expect(await resend(failed)).to.equal(202);
    await eventually(() => expect(receiver.received).to.have.length(3));
    finish();
    await customer.settled(id, 'failed', 3);
  });

  it('are attempted once more, and no more, when nothing was planned any longer', async () => {
    await customer.publish('lead.created');
    const failed = await customer.settled(id, 'failed', 1);
    await customer.call('PUT', `/${id}`, { active: false });
    await customer.call('PUT', `/${id}`, { active: true });
    expect(await resend(failed)).to.equal(202);
    expect(await customer.settled(id, 'failed', 2)).to.not.have.property('next_retry');
  });

  it('lose the attempt that was asked for, like those planned, when the webhook is switched off', async () => {
    await service.context.dispatcher.stop();
    await customer.publish('lead.created');
    const [pending] = await customer.log(id);
    if (!pending) throw new Error('Nothing was recorded.');
    expect(await resend(pending), 'its first attempt is due').to.equal(409);
    await customer.call('PUT', `/${id}`, { active: false });
    await customer.call('PUT', `/${id}`, { active: true });
    expect(await resend(pending)).to.equal(202);
    await customer.call('PUT', `/${id}`, { active: false });
    const { live } = service.context.runtime.databases;
    const [stored] = await live.collection('deliveries').find({ subscription_id: id }).toArray();
    expect(stored).to.include({ remaining: 5 }).and.not.have.any.keys('due_at', 'resumes_at');
  });
});
