import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { getField, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const lead = { id: 'lead_1', name: 'Zoë Unforgettable', email: 'zoe@example.com' };
const personalData = /Unforgettable|zoe@/;

describe('eraseLead', () => {
  const fixture = useWebhookFixture();
  let id: string;
  beforeEach(async () => {
    id = await fixture.subscriber.subscribe(fixture.receiver.url, { events: ['*'] });
  });

  async function readStored(): Promise<string> {
    const { live } = fixture.service.context.runtime.databases;
    const { workspaceId } = fixture.subscriber;
    const read = (name: string) => live.collection(name).find({ workspace_id: workspaceId }).toArray();
    return JSON.stringify([await read('events'), await read('deliveries')]);
  }

  const erase = (options = {}) =>
    fixture.subscriber.publish('erasure.lead', { data: { lead_id: lead.id }, ...options });

  it("removes the lead's data from stored payloads and response bodies, and keeps the delivery log", async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response, { body }) => void response.end(`thanks for ${body}`);
    for (const name of ['lead.created', 'lead.updated', 'lead.won']) await subscriber.publish(name, { data: lead });
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(3));
    expect(await readStored()).to.match(personalData);
    const before = await subscriber.listDeliveries(id);
    await erase();
    expect(await readStored()).to.not.match(personalData);
    expect(await subscriber.listDeliveries(id)).to.deep.equal(before);
    const [first] = before;
    const { body } = await subscriber.call('GET', `/${id}/deliveries/${first?.id}`);
    expect(body.attempts[0]).to.have.property('response_body', null);
    expect(body).to.include({ request: null, request_missing_reason: 'erased' });
    expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(3, 3, 0));
  });

  it('removes the data of leads that were merged into the erased lead, even from events that come later', async () => {
    const { subscriber } = fixture;
    await subscriber.publish('lead.created', { data: { ...lead, id: 'lead_merged' } });
    const merged = { id: 'lead_1', merged_id: 'lead_merged', lead };
    await subscriber.publish('lead.merged', { data: merged });
    await erase({ data: { lead_id: lead.id, merged_ids: ['lead_merged'] } });
    await subscriber.publish('lead.updated', { data: { ...lead, id: 'lead_merged' } });
    await eventually(async () => expect(await readStored()).to.not.match(personalData));
  });

  it('changes nothing when the event is consumed again', async () => {
    const { subscriber } = fixture;
    await subscriber.publish('lead.created', { data: lead });
    await subscriber.waitForDelivery(id, 'delivered');
    await erase({ times: 2 });
    const once = await readStored();
    await erase();
    expect(await readStored()).to.equal(once);
  });

  it('keeps deliveries about other leads, workspaces and modes, and about deals', async () => {
    const { subscriber } = fixture;
    await subscriber.publish('lead.created', { data: { ...lead, id: 'lead_2' } });
    await subscriber.publish('deal.created', { data: { id: 'deal_1', lead_id: lead.id, value: 7 } });
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(2));
    await subscriber.publish('lead.created', { data: lead });
    await eventually(async () => expect(await subscriber.listDeliveries(id, '?status=delivered')).to.have.length(3));
    await erase({ workspaceId: 'ws_stranger' });
    await erase({ mode: 'sandbox' });
    expect(await readStored()).to.include('\\"id\\":\\"lead_1\\",\\"name\\"');
    await erase();
    expect(await readStored())
      .to.include('\\"id\\":\\"lead_2\\",\\"name\\"')
      .and.contain('\\"value\\":7')
      .and.not.contain('\\"id\\":\\"lead_1\\",\\"name\\"');
  });

  it("leaves only the lead's id in the payload of later attempts", async () => {
    const { service, subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end();
    const event = await subscriber.publish('lead.created', { data: lead });
    await subscriber.waitForDelivery(id, 'failed');
    await erase();
    receiver.answer = (response, { body }) => void response.end(body);
    service.advanceClock(5 * 60_000);
    const delivered = await subscriber.waitForDelivery(id, 'delivered', 2);
    const { attempts } = (await subscriber.call('GET', `/${id}/deliveries/${delivered.id}`)).body;
    const sent: unknown = JSON.parse(receiver.received.at(-1)?.body ?? '');
    expect(sent).to.deep.equal({ ...JSON.parse(event.payload), data: { id: lead.id } });
    expect(attempts.at(-1)).to.have.property('response_body', null);
  });

  it('redacts events about the lead that are consumed after the erasure', async () => {
    const { subscriber } = fixture;
    await erase();
    await subscriber.publish('lead.updated', { data: lead });
    await eventually(async () => expect(await subscriber.listDeliveries(id)).to.have.length(1));
    expect(await readStored()).to.not.match(personalData);
  });

  it('redacts the response body of a running attempt', async () => {
    const { subscriber, receiver } = fixture;
    let finish: () => void = () => undefined;
    receiver.answer = (response, { body }) => {
      finish = () => void response.end(body);
    };
    await subscriber.publish('lead.created', { data: lead });
    await eventually(() => expect(receiver.received).to.have.length(1));
    await erase();
    finish();
    await subscriber.waitForDelivery(id, 'delivered');
    expect(await readStored()).to.not.match(personalData);
  });

  it('redacts all deliveries about the lead, over several batches', async () => {
    const { subscriber, receiver } = fixture;
    await subscriber.call('PUT', `/${id}`, { active: false });
    const other = await subscriber.subscribe(`${receiver.url}/all`, { events: ['lead.updated'] });
    const events = Array.from({ length: 230 }, () => subscriber.publish('lead.updated', { data: lead }));
    await Promise.all(events);
    await eventually(async () => {
      expect(getField(await subscriber.readWebhook(other), 'stats')).to.deep.equal(toStats(230, 230, 0));
    });
    await erase();
    expect(await readStored()).to.not.match(personalData);
  });
});
