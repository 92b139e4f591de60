import { expect } from 'chai';
import { getField, isSigned, toStats } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('POST /v1/webhooks/:id/test', () => {
  const fixture = useWebhookFixture();
  let id: string;
  beforeEach(async () => {
    id = await fixture.subscriber.subscribe(fixture.receiver.url, { active: false });
  });

  it('posts a signed test event before it answers, and logs it, for an inactive webhook too', async () => {
    const { subscriber, receiver } = fixture;
    const { status, body } = await subscriber.call('POST', `/${id}/test`);
    expect(status).to.equal(200);
    expect(body).to.have.all.keys('delivery_id', 'status', 'response_code', 'response_time_ms');
    expect(body).to.include({ status: 'delivered', response_code: 200 });
    const [seen] = receiver.received;
    expect(seen && isSigned(seen)).to.equal(true);
    const payload: unknown = JSON.parse(seen?.body ?? '');
    expect(payload).to.include({ event: 'webhook.test', workspace_id: subscriber.workspaceId });
    const [logged] = await subscriber.listDeliveries(id, '?event=webhook.test');
    expect(logged).to.include({
      id: getField(body, 'delivery_id'),
      status: 'delivered',
      event_id: getField(payload, 'id'),
    });
    expect(getField(await subscriber.readWebhook(id), 'stats')).to.deep.equal(toStats(1, 1, 0));
  });

  it('answers the failure of the attempt, which is never retried', async () => {
    const { subscriber, receiver } = fixture;
    receiver.answer = (response) => void response.writeHead(500).end();
    const { body } = await subscriber.call('POST', `/${id}/test`);
    expect(body).to.include({ status: 'failed', response_code: 500 });
    await receiver.close();
    const away = await subscriber.call('POST', `/${id}/test`);
    expect(away.body).to.include({ status: 'failed', response_code: null });
    expect(getField(away.body, 'error')).to.match(/^The connection/);
    expect(getField(body, 'error')).to.equal('The receiver answered 500.');
    for (const delivery of await subscriber.listDeliveries(id)) {
      expect(delivery).to.include({ status: 'failed' }).and.not.have.property('next_retry');
    }
  });
});
