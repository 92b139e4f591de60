import { expect } from 'chai';
import { eventually } from '../support/eventually.js';
import { type Receiver, startReceiver } from '../support/receiver.js';
import { testCaller } from '../support/test-runtime.js';
import { counts, field, isSigned, Subscriber } from './subscriber.js';
import { startWebhookService, type WebhookFixture } from './webhook-fixture.js';

describe('deliveries', () => {
  let service: WebhookFixture;
  let receiver: Receiver;
  let customer: Subscriber;

  before(async () => {
    service = await startWebhookService();
  });
  after(() => service.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    customer = new Subscriber(service);
  });
  afterEach(() => receiver.close());

  it('bring an event once, at once, byte for byte and signed', async () => {
    const id = await customer.subscribe(receiver.url);
    const event = await customer.publish('lead.created', { data: { name: 'Zoë', price: 1.5 } });
    const delivery = await customer.settled(id, 'delivered');
    expect(receiver.received).to.have.length(1);
    const [seen] = receiver.received;
    expect(seen?.body).to.equal(event.payload);
    expect(seen?.headers).to.include({ 'content-type': 'application/json', 'webhook-id': event.id });
    expect(Math.abs(Number(seen?.headers['x-service-timestamp']) * 1_000 - Date.now())).to.be.below(60_000);
    expect(seen && isSigned(seen)).to.equal(true);
    expect(delivery)
      .to.include({ event_id: event.id, response_code: 200 })
      .and.not.have.any.keys('error', 'next_retry');
    const webhook = await customer.read(id);
    expect(field(webhook, 'stats')).to.deep.equal(counts(1, 1, 0));
    expect(field(webhook, 'last_triggered')).to.equal(delivery.attempts[0]?.timestamp);
  });

  it('leave the version of their webhook alone: its ETag still fits after them', async () => {
    const id = await customer.subscribe(receiver.url);
    const tag = String((await customer.call('GET', `/${id}`)).headers.get('etag'));
    await customer.publish('lead.created');
    await customer.settled(id, 'delivered');
    const path = `/v1/webhooks/${id}`;
    const caller = testCaller(customer.workspaceId);
    const shown = await service.call('GET', path, { caller, headers: { 'if-none-match': tag } });
    expect(field(shown.body, 'stats')).to.deep.equal(counts(1, 1, 0));
    const headers = { 'if-match': tag };
    expect((await service.call('PUT', path, { caller, headers, body: { active: false } })).status).to.equal(200);
  });

  it('come in the deprecated form to those who ask for it', async () => {
    await customer.subscribe(receiver.url, { payload_version: 'v1' });
    const event = await customer.publish('lead.created', { data: { name: 'Zoë' } });
    await eventually(() => expect(receiver.received).to.have.length(1));
    const [seen] = receiver.received;
    const { timestamp } = JSON.parse(event.payload);
    expect(JSON.parse(seen?.body ?? '')).to.deep.equal({
      event: 'lead.created',
      created_at: timestamp,
      data: { name: 'Zoë' },
    });
    expect(seen && isSigned(seen)).to.equal(true);
    expect(seen?.headers['webhook-id']).to.equal(event.id);
  });

  it('are made once for an event that arrives more than once', async () => {
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created', { times: 3 });
    await customer.settled(id, 'delivered');
    expect(await customer.log(id)).to.have.length(1);
    expect(receiver.received).to.have.length(1);
  });

  it('go to the active subscriptions of the workspace and mode that name the event or all', async () => {
    const named = await customer.subscribe(`${receiver.url}/named`);
    const all = await customer.subscribe(`${receiver.url}/all`, { events: ['*'] });
    const other = await customer.subscribe(`${receiver.url}/other`, { events: ['unit.sold'] });
    const inactive = await customer.subscribe(`${receiver.url}/inactive`, { active: false });
    await customer.publish('lead.created', { workspaceId: 'ws_stranger' });
    await customer.publish('lead.created', { mode: 'sandbox' });
    await customer.publish('lead.imagined');
    await customer.publish('lead.created');
    await Promise.all([customer.settled(named, 'delivered'), customer.settled(all, 'delivered')]);
    expect(receiver.received.map(({ path }) => path).sort()).to.deep.equal(['/hook/all', '/hook/named']);
    expect(await customer.log(other)).to.have.length(0);
    expect(await customer.log(inactive)).to.have.length(0);
  });

  it('reach sandbox subscriptions with sandbox events only', async () => {
    const tester = new Subscriber(service, 'sandbox');
    await tester.subscribe(receiver.url, { events: ['*'] });
    await tester.publish('lead.created', { mode: 'live' });
    const event = await tester.publish('lead.created');
    await eventually(() => expect(receiver.received.map(({ body }) => body)).to.deep.equal([event.payload]));
  });

  it('to a receiver that hangs do not hold up those to others', async () => {
    const slow = await startReceiver();
    slow.answer = () => undefined;
    const held = await customer.subscribe(slow.url);
    for (let count = 0; count < 10; count += 1) await customer.publish('lead.created');
    await eventually(() => expect(slow.received).to.have.length(4));
    const other = new Subscriber(service);
    const quick = await other.subscribe(receiver.url);
    await other.publish('lead.created');
    await other.settled(quick, 'delivered');
    expect(await customer.log(held, '?status=delivered,failed')).to.have.length(0);
    await customer.call('DELETE', `/${held}`);
    await slow.close();
  });

  it('follow while an earlier one to the same receiver hangs', async () => {
    receiver.answer = (response, { body }) => void (body.includes('"stuck"') ? undefined : response.end());
    const id = await customer.subscribe(receiver.url);
    await customer.publish('lead.created', { data: 'stuck' });
    await eventually(() => expect(receiver.received).to.have.length(1));
    await customer.publish('lead.created');
    await customer.settled(id, 'delivered');
    expect(await customer.log(id, '?status=pending')).to.have.length(1);
  });

  it('all arrive, each once, when many come at once', async () => {
    const id = await customer.subscribe(receiver.url);
    const events = await Promise.all(Array.from({ length: 100 }, () => customer.publish('lead.created')));
    await eventually(() => expect(receiver.received).to.have.length(100));
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).to.deep.equal(
      new Set(events.map((event) => event.id)),
    );
    await eventually(async () => expect(field(await customer.read(id), 'stats')).to.deep.equal(counts(100, 100, 0)));
  });

  it('are listed newest first, by status and event, page by page and by cursor', async () => {
    const id = await customer.subscribe(receiver.url, { events: ['*'] });
    const ids: string[] = [];
    for (const name of ['lead.created', 'lead.won', 'lead.created']) ids.unshift((await customer.publish(name)).id);
    await eventually(async () => expect(await customer.log(id, '?status=delivered')).to.have.length(3));
    const listed = async (query: string) => (await customer.log(id, query)).map((one) => one.event_id);
    expect(await listed('')).to.deep.equal(ids);
    expect(await listed('?order=asc')).to.deep.equal([...ids].reverse());
    expect(await listed('?event=lead.won')).to.deep.equal([ids[1]]);
    expect(await listed('?status=failed,pending')).to.deep.equal([]);
    expect(await listed('?page=2&per_page=2')).to.deep.equal([ids[2]]);
    const { meta } = await customer.call('GET', `/${id}/deliveries?per_page=2&cursor=`);
    expect(meta).to.include({ total: 3, total_pages: 2 });
    expect(await listed(`?per_page=2&cursor=${field(meta, 'next_cursor')}`)).to.deep.equal([ids[2]]);
    expect(await customer.log(id, '?fields=status&per_page=1')).to.have.deep.nested.property('[0].status', 'delivered');
  });
});
