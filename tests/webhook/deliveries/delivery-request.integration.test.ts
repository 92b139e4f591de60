import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import { isSigned, testSecret } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

const lead = { id: 'lead_1', name: 'Zoë “Q” Unforgettable', price: 1.5 };

describe('the request of a delivery', () => {
  const fixture = useWebhookFixture();

  /** Resolves to the newest delivery for a subscription once it was attempted that many times. */
  async function readDelivery(place: string, attempts = 1) {
    const { service, subscriber } = fixture;
    const as = { workspaceId: subscriber.workspaceId };
    const { id } = await eventually(async () => {
      const [newest] = (await service.request('GET', `${place}/deliveries`, { as })).body;
      expect(newest?.attempts).to.have.length(attempts);
      expect(newest).to.not.have.any.keys('request', 'request_missing_reason');
      return newest;
    });
    return (await service.request('GET', `${place}/deliveries/${id}`, { as })).body;
  }

  it('equals the received request, with URL, headers including the signatures, and the signed body', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(`${receiver.url}?from=plotline`);
    const event = await subscriber.publish('lead.created', { data: lead });
    const { request } = await readDelivery(`/v1/webhooks/${id}`);
    const [seen] = receiver.received;
    expect(request).to.include({ method: 'POST', url: `${receiver.url}?from=plotline`, body: event.payload });
    const { host, connection, 'content-length': length, ...headers } = seen?.headers ?? {};
    expect([host, connection, length].every((value) => typeof value === 'string')).to.equal(true);
    expect(request.headers).to.deep.equal(headers);
    expect(seen && isSigned({ ...seen, ...request })).to.equal(true);
  });

  it('is the request of the last attempt, with the URL and version at that time, without the secrets', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end();
    const id = await subscriber.subscribe(receiver.url, { payload_version: 'v1' });
    await subscriber.publish('lead.created', { data: lead });
    const place = `/v1/webhooks/${id}`;
    const first = await readDelivery(place);
    expect(first.request.body).to.equal(receiver.received[0]?.body);
    const { secret } = (await subscriber.call('POST', `/${id}/rotate-secret`)).body;
    await subscriber.call('PUT', `/${id}`, { url: `${receiver.url}/moved`, payload_version: 'v2' });
    const unchanged = await readDelivery(place);
    expect(unchanged.request).to.deep.equal(first.request);
    await subscriber.call('POST', `/${id}/deliveries/${first.id}/resend`);
    const second = await readDelivery(place, 2);
    const last = receiver.received.at(-1);
    expect(second.request).to.include({ url: `${receiver.url}/moved`, body: last?.body });
    expect(second.request.headers['x-service-signature'].split(',')).to.have.length(2);
    expect(second.request.headers['x-service-signature']).to.equal(last?.headers['x-service-signature']);
    for (const known of [testSecret, secret]) expect(JSON.stringify([first, second])).to.not.include(known);
  });

  it("is the posted message for an integration, without the chat's address", async () => {
    const { service, subscriber, receiver } = fixture;
    const as = { workspaceId: subscriber.workspaceId, plan: 'enterprise' };
    const url = `${receiver.url}/not-to-be-seen`;
    const body = { kind: 'teams', name: 'Sales', events: ['lead.created'], url, template: 'New: {{lead.name}}' };
    const { id } = (await service.request('POST', '/v1/integrations', { as, body })).body;
    const place = `/v1/integrations/${id}`;
    await subscriber.publish('lead.created', { data: lead });
    await readDelivery(place);
    await service.request('PUT', place, { as, body: { template: 'Another' } });
    const delivery = await readDelivery(place);
    const [seen] = receiver.received;
    expect(delivery.request).to.include({ method: 'POST', url: null, body: seen?.body });
    expect(delivery.request.headers).to.have.all.keys('content-type', 'user-agent');
    expect(delivery.request.body).to.include('Unforgettable');
    const { live } = service.context.runtime.databases;
    const readStored = () => live.collection('integration_deliveries').find({ webhook_id: id }).toArray();
    expect(JSON.stringify([delivery, await readStored()])).to.not.include('not-to-be-seen');

    await subscriber.publish('erasure.lead', { data: { lead_id: lead.id } });
    const erased = await readDelivery(place);
    expect(erased).to.include({ request: null, request_missing_reason: 'erased' });
    expect(JSON.stringify(await readStored())).to.not.include('Unforgettable');
  });

  it('is null, with the reason, before an attempt, if its event is gone, or if no request is recorded', async () => {
    const { service, subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url, { active: true });
    const place = `/v1/webhooks/${id}`;
    const event = await subscriber.publish('lead.created');
    const { id: deliveryId } = await readDelivery(place);
    const { live } = service.context.runtime.databases;
    const deliveries = live.collection<{ _id: string }>('deliveries');
    await deliveries.updateOne({ _id: deliveryId }, { $unset: { request: true } });
    expect(await readDelivery(place)).to.include({ request: null, request_missing_reason: 'not_recorded' });
    await live.collection<{ _id: string }>('events').deleteOne({ _id: event.id });
    expect(await readDelivery(place)).to.include({ request: null, request_missing_reason: 'event_removed' });
    await deliveries.updateOne({ _id: deliveryId }, { $set: { attempts: [], status: 'pending' } });
    expect(await readDelivery(place, 0)).to.include({ request: null, request_missing_reason: 'not_attempted' });
  });

  it('is a field that can be requested separately', async () => {
    const { subscriber, receiver } = fixture;
    const id = await subscriber.subscribe(receiver.url);
    await subscriber.publish('lead.created');
    const delivery = await subscriber.waitForDelivery(id, 'delivered');
    const { body } = await subscriber.call('GET', `/${id}/deliveries/${delivery.id}?fields=request`);
    expect(body).to.have.all.keys('id', 'request');
  });
});
