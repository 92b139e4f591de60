import { expect } from 'chai';
import nock from 'nock';
import { useFixture } from '../../../support/use-fixture.js';
import { startConnect, toStripeBody } from '../../support/connect.js';
import { stripeError, stripeKeys, useStripe } from '../../support/stripe.js';

const answerCheck = (status: number, body: object = { object: 'list', data: [] }) =>
  useStripe().get('/v1/checkout/sessions').query({ limit: 1 }).reply(status, body);

describe('a connection', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_change_connection' };
  const call = (method: string, path: string, body?: object, caller: object = {}) =>
    connect().request(method, `/v1/connections${path}`, { as: { ...as, ...caller }, ...(body && { body }) });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('is listed without its hook address, and only in its own workspace and mode', async () => {
    const { id } = await connect().connectStripe(as);
    const { body } = await call('GET', '?per_page=100');
    expect(body.map((one: { readonly id: string }) => one.id)).to.include(id);
    expect(body[0]).to.not.have.property('hook_url');
    expect((await call('GET', `/${id}`, undefined, { mode: 'sandbox' })).status).to.equal(404);
    expect((await call('GET', `/${id}`, undefined, { workspaceId: 'ws_other' })).status).to.equal(404);
  });

  it('keeps its credentials when only the name changes, without a call to the provider', async () => {
    const created = await connect().connectStripe(as);
    const { status, body } = await call('PUT', `/${created.id}`, { ...created, name: 'Stripe Lisbon' });
    expect(status, JSON.stringify(body)).to.equal(200);
    expect(body).to.deep.include({ name: 'Stripe Lisbon', credentials_hint: created.credentials_hint });
    expect(body.hook_url).to.equal(created.hook_url);
  });

  it('replaces its credentials once the provider has confirmed the new ones', async () => {
    const { id } = await connect().connectStripe(as);
    const renewed = { credentials: { secret_key: `rk_live_${'n'.repeat(24)}` } };
    answerCheck(401, stripeError('invalid_request_error'));
    expect((await call('PUT', `/${id}`, renewed)).status).to.equal(422);
    expect((await call('GET', `/${id}`)).body.credentials_hint).to.equal('rk_live_…llll');
    answerCheck(200);
    expect((await call('PUT', `/${id}`, renewed)).body.credentials_hint).to.equal('rk_live_…nnnn');
  });

  it('refuses a change of an outdated version, so that credentials are not combined with other settings', async () => {
    const { id } = await connect().connectStripe(as);
    const settings = { return_url: 'https://buyer.example/other' };
    useStripe()
      .get('/v1/checkout/sessions')
      .query({ limit: 1 })
      .reply(200, async () => {
        expect((await call('PUT', `/${id}`, { settings })).status).to.equal(200);
        return { object: 'list', data: [] };
      });
    const { status, body } = await call('PUT', `/${id}`, { credentials: { secret_key: `rk_live_${'o'.repeat(24)}` } });
    expect([status, body.reason]).to.deep.equal([409, 'record_busy']);
    expect((await call('GET', `/${id}`)).body).to.deep.include({ settings, credentials_hint: 'rk_live_…llll' });
  });

  it('needs attention once the provider refuses its credentials, reports that once, and recovers', async () => {
    const { id } = await connect().connectStripe(as);
    for (let times = 0; times < 3; times += 1) {
      answerCheck(401, stripeError('invalid_request_error'));
      const { body } = await call('POST', `/${id}/test`);
      expect(body).to.deep.include({ succeeded: false });
      expect(body.error.code).to.equal('credentials_refused');
    }
    const { body } = await call('GET', `/${id}`);
    expect(body.status).to.equal('needs_attention');
    expect(body.last_error).to.deep.include({ code: 'credentials_refused' });
    const events = await connect().events(id);
    expect(events.map(({ event }) => event)).to.deep.equal(['connection.needs_attention']);
    answerCheck(401, stripeError('invalid_request_error'));
    expect((await call('POST', `/${id}/enable`)).status).to.equal(422);
    answerCheck(200);
    expect((await call('POST', `/${id}/enable`)).body.status).to.equal('active');
  });

  it('can be disabled, tested and enabled', async () => {
    const { id } = await connect().connectStripe(as);
    expect((await call('POST', `/${id}/disable`)).body.status).to.equal('disabled');
    expect((await call('POST', `/${id}/disable`)).body.status).to.equal('disabled');
    answerCheck(200);
    expect((await call('POST', `/${id}/test`)).body).to.deep.include({ succeeded: true, error: null });
    answerCheck(200);
    expect((await call('POST', `/${id}/enable`)).body.status).to.equal('active');
  });

  it("logs each request to the provider with the provider's request id, without the key", async () => {
    const { id } = await connect().connectStripe(as);
    useStripe()
      .get('/v1/checkout/sessions')
      .query({ limit: 1 })
      .reply(403, stripeError('invalid_request_error', { code: 'more_permissions_required' }), {
        'request-id': 'req_1',
      });
    await call('POST', `/${id}/test`);
    const { body } = await call('GET', `/${id}/calls?status=failed`);
    expect(body).to.have.length(1);
    expect(body[0]).to.deep.include({
      direction: 'out',
      purpose: 'check credentials',
      status: 'failed',
      http_status: 403,
      vendor_request_id: 'req_1',
      response: '{"error":{"type":"invalid_request_error","code":"more_permissions_required"}}',
    });
    expect(JSON.stringify(body)).to.not.include(stripeKeys.live);
    expect((await call('GET', `/${id}/calls?direction=in`)).body).to.deep.equal([]);
  });

  it('honours If-Match, and is not found after its deletion', async () => {
    const { id } = await connect().connectStripe(as, toStripeBody('live', { name: 'Gone' }));
    const stale = { as, headers: { 'if-match': '"0-stale"' } };
    expect((await connect().request('DELETE', `/v1/connections/${id}`, stale)).status).to.equal(412);
    expect((await call('DELETE', `/${id}`)).status).to.equal(204);
    expect((await call('DELETE', `/${id}`)).status).to.equal(404);
    expect((await call('GET', `/${id}/calls`)).status).to.equal(404);
  });
});
