import { expect } from 'chai';
import nock from 'nock';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect, toStripeBody } from '../support/connect.js';
import { stripeError, useStripe } from '../support/stripe.js';

const session = { id: 'cs_live_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_live_1' };

describe('POST /v1/invoices/:id/payment-link', () => {
  const connect = useFixture(startConnect);
  let workspaces = 0;
  let as = { workspaceId: '' };
  const post = (id: string, body?: object, kind = 'invoices') =>
    connect().request('POST', `/v1/${kind}/${id}/payment-link`, { as, ...(body && { body }) });

  beforeEach(() => {
    workspaces += 1;
    as = { workspaceId: `ws_links_${workspaces}` };
    connect().ledgers.invoice.payable.set('inv_1', { title: 'Invoice 7', balance: 1_200.5, currency: 'USD' });
  });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('creates a session for the balance, with our id as the reference and idempotency key', async () => {
    const { id: connectionId } = await connect().connectStripe(as);
    let sent: Record<string, string> = {};
    let key: unknown;
    useStripe()
      .post('/v1/checkout/sessions', (form) => {
        sent = form;
        return true;
      })
      .reply(function reply() {
        key = this.req.headers['idempotency-key'];
        return [200, session];
      });
    const { status, body } = await post('inv_1');
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body).to.deep.include({ connection_id: connectionId, amount: 1_200.5, currency: 'USD', url: session.url });
    expect(body.subject).to.deep.equal({ type: 'invoice', id: 'inv_1' });
    expect(String(key)).to.equal(body.id);
    expect(sent).to.include({
      client_reference_id: body.id,
      mode: 'payment',
      'line_items[0][price_data][unit_amount]': '120050',
      'line_items[0][price_data][currency]': 'usd',
      'metadata[plotline_link]': body.id,
      success_url: 'https://buyer.example/thank-you',
    });
  });

  it('returns the same link to an equal request, and a different link for a different amount', async () => {
    await connect().connectStripe(as);
    useStripe().post('/v1/checkout/sessions').twice().reply(200, session);
    const first = await post('inv_1');
    const again = await post('inv_1');
    expect([first.status, again.status]).to.deep.equal([201, 200]);
    expect(again.body.id).to.equal(first.body.id);
    expect((await post('inv_1', { amount: 100 })).body.id).to.not.equal(first.body.id);
  });

  it('repeats a request whose outcome is unknown with the same idempotency key', async () => {
    await connect().connectStripe(as);
    const keys: unknown[] = [];
    const answer = (status: number, body: object) =>
      useStripe()
        .post('/v1/checkout/sessions')
        .reply(function reply() {
          keys.push(String(this.req.headers['idempotency-key']));
          return [status, body];
        });
    answer(409, stripeError('idempotency_error'));
    expect((await post('inv_1')).status).to.equal(503);
    useStripe().post('/v1/checkout/sessions').replyWithError('reset');
    expect((await post('inv_1')).status).to.equal(503);
    answer(200, session);
    expect((await post('inv_1')).status).to.equal(201);
    expect(keys[0]).to.equal(keys[1]);
  });

  for (const [status, expected] of [
    [400, 422],
    [500, 503],
  ] as const) {
    it(`uses a new idempotency key after Stripe has answered ${status}, because Stripe would repeat that response`, async () => {
      await connect().connectStripe(as);
      const keys: string[] = [];
      for (const [answered, body] of [
        [status, stripeError('api_error')],
        [200, session],
      ] as const) {
        useStripe()
          .post('/v1/checkout/sessions')
          .reply(function reply() {
            keys.push(String(this.req.headers['idempotency-key']));
            return [answered, body];
          });
      }
      expect((await post('inv_1')).status).to.equal(expected);
      const { status: created, body } = await post('inv_1');
      expect([created, body.id]).to.deep.equal([201, keys[1]]);
      expect(keys[0]).to.not.equal(keys[1]);
    });
  }

  it("refuses amounts over the balance or over the provider's limit", async () => {
    await connect().connectStripe(as);
    const over = await post('inv_1', { amount: 1_200.51 });
    expect(over.body.details).to.deep.equal([
      { field: 'amount', message: 'must be at most 1200.5, which is left to pay' },
    ]);
    connect().ledgers.invoice.payable.set('inv_2', { title: 'Invoice 8', balance: 1_000_000, currency: 'USD' });
    const limit = await post('inv_2');
    expect(limit.status).to.equal(422);
    expect(limit.body.details).to.deep.equal([
      {
        field: 'amount',
        message: "must be at most 999,999.99 USD, the provider's limit for one payment. Split it with several links",
      },
    ]);
    useStripe().post('/v1/checkout/sessions').reply(200, session);
    expect((await post('inv_2', { amount: 999_999.99 })).status).to.equal(201);
  });

  it('requires an invoice that can be paid, and one active connection or a choice among several', async () => {
    expect((await post('inv_1')).body.reason).to.equal('no_payment_connection');
    await connect().connectStripe(as);
    await connect().connectStripe(as, toStripeBody('live', { name: 'Second' }));
    expect((await post('inv_1')).body.reason).to.equal('no_payment_connection');
    connect().ledgers.invoice.payable.set('inv_3', { title: 'Invoice 9', balance: 0, currency: 'USD' });
    expect((await post('inv_3')).body.reason).to.equal('nothing_to_pay');
    expect((await post('inv_unknown')).status).to.equal(404);
  });

  it('marks the connection as needing attention when the provider refuses the key', async () => {
    const { id } = await connect().connectStripe(as);
    useStripe().post('/v1/checkout/sessions').reply(401, stripeError('invalid_request_error'));
    expect((await post('inv_1')).status).to.equal(409);
    expect((await connect().request('GET', `/v1/connections/${id}`, { as })).body.status).to.equal('needs_attention');
  });

  it('creates a link for the deposit on a hold', async () => {
    await connect().connectStripe(as);
    connect().ledgers.hold.payable.set('hold_1', { title: 'Deposit', balance: 5_000, currency: 'USD' });
    useStripe().post('/v1/checkout/sessions').reply(200, session);
    const { status, body } = await post('hold_1', {}, 'holds');
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(body.subject).to.deep.equal({ type: 'hold', id: 'hold_1' });
  });
});
