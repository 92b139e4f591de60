import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { counts, field, Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

const lead = { id: 'lead_1', name: 'Zoë Unforgettable', email: 'zoe@example.com' };
const personal = /Unforgettable|zoe@/;

describe('the erasure of a lead', () => {
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
    id = await customer.subscribe(receiver.url, { events: ['*'] });
  });
  afterEach(() => receiver.close());

  async function stored(): Promise<string> {
    const { live } = service.context.runtime.databases;
    const found = await live.collection('deliveries').find({ workspace_id: customer.workspaceId }).toArray();
    return JSON.stringify(found);
  }

  const erase = (options = {}) => customer.publish('erasure.lead', { data: { lead_id: lead.id }, ...options });

  it('takes its personal data from the stored deliveries, and from what receivers answered; the log stays', async () => {
    receiver.answer = (response, { body }) => void response.end(`thanks for ${body}`);
    for (const name of ['lead.created', 'lead.updated', 'lead.won']) await customer.publish(name, { data: lead });
    await eventually(async () => expect(await customer.log(id, '?status=delivered')).to.have.length(3));
    expect(await stored()).to.match(personal);
    const before = await customer.log(id);
    await erase();
    expect(await stored()).to.not.match(personal);
    const after = await customer.log(id);
    const withoutAnswers = (log: typeof after) =>
      log.map((one) => ({ ...one, attempts: one.attempts.map((attempt) => ({ ...attempt, response_body: null })) }));
    expect(after).to.deep.equal(withoutAnswers(before));
    expect(field(await customer.read(id), 'stats')).to.deep.equal(counts(3, 3, 0));
  });

  it('changes nothing more when it is told of again', async () => {
    await customer.publish('lead.created', { data: lead });
    await customer.settled(id, 'delivered');
    await erase({ times: 2 });
    const once = await stored();
    await erase();
    expect(await stored()).to.equal(once);
  });

  it('leaves what is said of other leads, of other workspaces and modes, and of deals', async () => {
    await customer.publish('lead.created', { data: { ...lead, id: 'lead_2' } });
    await customer.publish('deal.created', { data: { id: 'deal_1', lead_id: lead.id, value: 7 } });
    await eventually(async () => expect(await customer.log(id, '?status=delivered')).to.have.length(2));
    await customer.publish('lead.created', { data: lead });
    await eventually(async () => expect(await customer.log(id, '?status=delivered')).to.have.length(3));
    await erase({ workspaceId: 'ws_stranger' });
    await erase({ mode: 'sandbox' });
    expect(await stored()).to.contain('\\"id\\":\\"lead_1\\",\\"name\\"');
    await erase();
    expect(await stored())
      .to.contain('\\"id\\":\\"lead_2\\",\\"name\\"')
      .and.contain('\\"value\\":7')
      .and.not.contain('\\"id\\":\\"lead_1\\",\\"name\\"');
  });

  it('lets later attempts tell the id alone', async () => {
    receiver.answer = (response) => void response.writeHead(500).end();
    const event = await customer.publish('lead.created', { data: lead });
    await customer.settled(id, 'failed');
    await erase();
    receiver.answer = (response, { body }) => void response.end(body);
    service.passTime(5 * 60_000);
    const { attempts } = await customer.settled(id, 'delivered', 2);
    const sent: unknown = JSON.parse(receiver.received.at(-1)?.body ?? '');
    expect(sent).to.deep.equal({ ...JSON.parse(event.payload), data: { id: lead.id } });
    expect(attempts.at(-1)).to.have.property('response_body', null);
  });

  it('holds for events that come after it', async () => {
    await erase();
    await customer.publish('lead.updated', { data: lead });
    await eventually(async () => expect(await customer.log(id)).to.have.length(1));
    expect(await stored()).to.not.match(personal);
  });

  it('holds for an attempt that is under way: its outcome brings nothing back', async () => {
    let finish: () => void = () => undefined;
    receiver.answer = (response, { body }) => {
      finish = () => void response.end(body);
    };
    await customer.publish('lead.created', { data: lead });
    await eventually(() => expect(receiver.received).to.have.length(1));
    await erase();
    finish();
    await customer.settled(id, 'delivered');
    expect(await stored()).to.not.match(personal);
  });

  it('reaches all of its deliveries, however many there are', async () => {
    await customer.call('PUT', `/${id}`, { active: false });
    const shelf = await customer.subscribe(`${receiver.url}/all`, { events: ['lead.updated'] });
    const events = Array.from({ length: 230 }, () => customer.publish('lead.updated', { data: lead }));
    await Promise.all(events);
    await eventually(async () => {
      expect(field(await customer.read(shelf), 'stats')).to.deep.equal(counts(230, 230, 0));
    });
    await erase();
    expect(await stored()).to.not.match(personal);
  });
});
