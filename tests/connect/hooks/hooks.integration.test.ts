import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect, toStripeBody } from '../support/connect.js';
import { signStripe, stripeEvent, stripeKeys } from '../support/stripe.js';

const body = () => stripeEvent('payment_intent.created', { id: 'pi_1', object: 'payment_intent' });

describe('POST /hooks/:provider/:token', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_hooks' };
  const events = (mode: 'live' | 'sandbox' = 'live') => connect().runtime.databases[mode].collection('hook_events');

  it('stores a signed event before it responds, and only once if the event is sent repeatedly', async () => {
    const { hook_url } = await connect().connectStripe(as);
    const event = body();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await connect().sendEvent(hook_url, event)).status),
    );
    expect(new Set(statuses)).to.deep.equal(new Set([200]));
    expect(await events().countDocuments({ vendor_event_id: event.id })).to.equal(1);
  });

  it('refuses a wrong signature with 401, and stores nothing', async () => {
    const { hook_url } = await connect().connectStripe(as);
    const event = body();
    const now = Math.floor(Date.now() / 1_000);
    const forged = [
      { signature: signStripe(JSON.stringify(event), now, 'whsec_other') },
      { signature: `t=${now},v1=${'0'.repeat(64)}` },
      { signature: 'nonsense' },
      { signature: '' },
      { body: JSON.stringify({ ...event, livemode: false }) },
    ];
    for (const change of forged) {
      expect((await connect().sendEvent(hook_url, event, change)).status, JSON.stringify(change)).to.equal(401);
    }
    expect(await events().countDocuments({ vendor_event_id: event.id })).to.equal(0);
  });

  it('answers 400 to a replayed old request, and to a body that is not an event', async () => {
    const { hook_url } = await connect().connectStripe(as);
    const old = { timestamp: Math.floor(Date.now() / 1_000) - 301 };
    expect((await connect().sendEvent(hook_url, body(), old)).status).to.equal(400);
    expect((await connect().sendEvent(hook_url, { type: 'no id' })).status).to.equal(400);
  });

  it('refuses unknown tokens, other providers and deleted connections with 404', async () => {
    const { id, hook_url } = await connect().connectStripe(as);
    const changed = hook_url.slice(0, -1) + (hook_url.endsWith('a') ? 'b' : 'a');
    expect((await connect().sendEvent(changed, body())).status).to.equal(404);
    expect((await connect().sendEvent(hook_url.replace('/stripe/', '/other/'), body())).status).to.equal(404);
    await connect().request('DELETE', `/v1/connections/${id}`, { as });
    expect((await connect().sendEvent(hook_url, body())).status).to.equal(404);
  });

  it('refuses events while the connection has no signing secret', async () => {
    const { hook_url } = await connect().connectStripe(
      as,
      toStripeBody('live', { credentials: { secret_key: stripeKeys.live } }),
    );
    expect((await connect().sendEvent(hook_url, body())).status).to.equal(401);
  });

  it('refuses more than 1 MiB with 413', async () => {
    const { hook_url } = await connect().connectStripe(as);
    expect((await connect().sendEvent(hook_url, { ...body(), filler: 'x'.repeat(1_048_576) })).status).to.equal(413);
  });

  it('keeps sandbox events in the sandbox', async () => {
    const { hook_url } = await connect().connectStripe({ ...as, mode: 'sandbox' });
    const event = body();
    expect((await connect().sendEvent(hook_url, event)).status).to.equal(200);
    expect(await events('sandbox').countDocuments({ vendor_event_id: event.id })).to.equal(1);
    expect(await events().countDocuments({ vendor_event_id: event.id })).to.equal(0);
  });
});
