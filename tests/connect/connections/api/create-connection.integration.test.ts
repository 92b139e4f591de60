import { expect } from 'chai';
import nock from 'nock';
import { useFixture } from '../../../support/use-fixture.js';
import { startConnect, toStripeBody } from '../../support/connect.js';
import { postmarkServer, toPostmarkBody, usePostmark } from '../../support/postmark.js';
import { stripeError, stripeKeys, useStripe } from '../../support/stripe.js';

describe('POST /v1/connections', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_create_connection' };
  const post = (body: object, caller: object = as) =>
    connect().request('POST', '/v1/connections', { body, as: { ...as, ...caller } });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('stores a connection once the provider has confirmed it, and never returns its credentials', async () => {
    useStripe()
      .get('/v1/checkout/sessions')
      .query({ limit: 1 })
      .matchHeader('authorization', `Bearer ${stripeKeys.live}`)
      .reply(200, { object: 'list', data: [] });
    const { status, body, headers } = await post(toStripeBody());
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(headers.get('etag')).to.be.a('string');
    expect(body).to.deep.include({
      provider: 'stripe',
      category: 'payments',
      name: 'Stripe Dubai',
      status: 'active',
      settings: { return_url: 'https://buyer.example/thank-you' },
      credentials_hint: 'rk_live_…llll',
      last_error: null,
    });
    expect(body.hook_url).to.match(/^https:\/\/api\.plotline\.example\/hooks\/stripe\/hook_live_[0-9A-Za-z]{36}$/);
    expect(JSON.stringify(body)).to.not.include(stripeKeys.live).and.not.include(stripeKeys.signing);
  });

  it('shows the address for incoming emails, and null if the provider has none', async () => {
    usePostmark().get('/server').reply(200, postmarkServer());
    const created = (await post(toPostmarkBody())).body;
    expect(created.inbound_address).to.equal('0a1b2c3d4e5f@inbound.postmarkapp.com');
    const read = await connect().request('GET', `/v1/connections/${created.id}`, { as });
    expect(read.body).to.deep.include({ inbound_address: created.inbound_address, hook_url: created.hook_url });
    expect((await connect().connectStripe(as)).inbound_address).to.equal(null);
  });

  it('stores credentials and the hook token only in encrypted form', async () => {
    const created = await connect().connectStripe(as);
    const stored = await connect().runtime.databases.live.collection('connections').findOne({ name: 'Stripe Dubai' });
    const text = JSON.stringify(stored);
    expect(text).to.not.include(stripeKeys.live).and.not.include(stripeKeys.signing);
    expect(text).to.not.include(created.hook_url.split('/').at(-1));
  });

  for (const [status, type] of [
    [401, 'invalid_request_error'],
    [403, 'invalid_request_error'],
  ] as const) {
    it(`refuses credentials when the provider answers ${status}`, async () => {
      useStripe().get('/v1/checkout/sessions').query({ limit: 1 }).reply(status, stripeError(type));
      const reply = await post(toStripeBody());
      expect(reply.status).to.equal(422);
      expect(reply.body.details[0].field).to.equal('credentials');
    });
  }

  for (const status of [429, 500, 503]) {
    it(`answers 503 with Retry-After when the provider answers ${status}`, async () => {
      useStripe()
        .get('/v1/checkout/sessions')
        .query({ limit: 1 })
        .reply(status, stripeError('api_error'), { 'retry-after': '7' });
      const reply = await post(toStripeBody());
      expect(reply.status).to.equal(503);
      expect(reply.headers.get('retry-after')).to.equal('7');
    });
  }

  it('refuses a test key for live data and a live key for the sandbox, without a call to the provider', async () => {
    const wrong = toStripeBody('live', { credentials: { secret_key: stripeKeys.sandbox } });
    const live = await post(wrong);
    expect(live.status).to.equal(422);
    expect(live.body.details).to.deep.include({
      field: 'credentials.secret_key',
      message: 'is a test key, and this is live data. Use one that begins with sk_live_ or rk_live_.',
    });
    const sandbox = await post(toStripeBody('live'), { mode: 'sandbox' });
    expect(sandbox.status).to.equal(422);
  });

  for (const [mode, type] of [
    ['live', 'Sandbox'],
    ['sandbox', 'Live'],
  ] as const) {
    it(`refuses a Postmark server that is ${type} for ${mode} data, and stores nothing`, async () => {
      usePostmark().get('/server').reply(200, postmarkServer(type));
      const { status, body } = await post(toPostmarkBody({ name: 'Wrong side' }), { mode });
      expect(status).to.equal(422);
      expect(body.details[0].field).to.equal('credentials');
      expect(body.details[0].message).to.include(`of the type ${type}, and ${mode} data needs`);
      const stored = connect().runtime.databases[mode].collection('connections');
      expect(await stored.countDocuments({ name: 'Wrong side' })).to.equal(0);
    });
  }

  it('reports every missing and unknown value', async () => {
    const { status, body } = await post({ provider: 'stripe', settings: { color: 'red' }, credentials: {} });
    expect(status).to.equal(422);
    const fields = body.details.map((one: { readonly field: string }) => one.field);
    expect(fields).to.have.members(['settings.return_url', 'settings.color', 'credentials.secret_key']);
  });
});
