import { expect } from 'chai';
import { getField, isSigned, testSecret } from '../support/subscriber.js';
import { useWebhookFixture } from '../support/webhook-fixture.js';

describe('POST /v1/webhooks/:id/rotate-secret', () => {
  const fixture = useWebhookFixture();
  let id: string;
  beforeEach(async () => {
    id = await fixture.subscriber.subscribe(fixture.receiver.url, { active: false });
  });

  it('signs with both secrets for 24 hours, then only with the new one', async () => {
    const { service, subscriber, receiver } = fixture;
    const rotated = await subscriber.call('POST', `/${id}/rotate-secret`);
    expect(rotated.status).to.equal(200);
    const fresh = String(getField(rotated.body, 'secret'));
    expect(fresh).to.match(/^whsec_/);
    await subscriber.call('POST', `/${id}/test`);
    service.advanceClock(24 * 3_600_000);
    await subscriber.call('POST', `/${id}/test`);
    const [during, after] = receiver.received;
    const signatures = String(during?.headers['x-service-signature']).split(',');
    expect(signatures).to.have.length(2);
    for (const [index, secret] of [fresh, testSecret].entries()) {
      const headers = { ...during?.headers, 'x-service-signature': signatures[index] };
      expect(during && isSigned({ ...during, headers }, secret)).to.equal(true);
    }
    expect(after && isSigned(after, fresh)).to.equal(true);
  });

  it('changes nothing when the body has the current secret, so that the previous secret still signs', async () => {
    const { service, subscriber, receiver } = fixture;
    const secret = 'another secret of mine';
    const rotated = await subscriber.call('POST', `/${id}/rotate-secret`, { secret });
    service.advanceClock(60_000);
    const again = await subscriber.call('POST', `/${id}/rotate-secret`, { secret });
    expect(again).to.deep.include({ status: 200, body: rotated.body });
    expect(again.headers.get('etag')).to.equal(rotated.headers.get('etag'));
    await subscriber.call('POST', `/${id}/test`);
    const [seen] = receiver.received;
    const signatures = String(seen?.headers['x-service-signature']).split(',');
    expect(new Set(signatures)).to.have.property('size', 2);
    const headers = { ...seen?.headers, 'x-service-signature': signatures[1] };
    expect(seen && isSigned({ ...seen, headers }, testSecret)).to.equal(true);
  });

  it('uses the secret in the body, and answers 422 to a secret that is too short', async () => {
    const { subscriber } = fixture;
    const secret = 'another secret of mine';
    expect((await subscriber.call('POST', `/${id}/rotate-secret`, { secret })).body).to.include({ secret });
    const short = await subscriber.call('POST', `/${id}/rotate-secret`, { secret: 'short' });
    expect(short.status).to.equal(422);
    expect(short.body).to.have.nested.property('details[0].field', 'secret');
  });
});
