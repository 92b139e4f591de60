import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { paidSession, refundedCharge, stripeEvent, useStripe } from '../support/stripe.js';

describe('a payment that Stripe reports', () => {
  const connect = useFixture(startConnect);
  let turns = 0;
  let as = { workspaceId: '' };
  let invoiceId = '';
  let connection: Reply['body'];
  let link: Reply['body'];

  const send = (event: object) => connect().sendEvent(connection.hook_url, event);
  const calls = async (query = '') =>
    (await connect().request('GET', `/v1/connections/${connection.id}/calls?direction=in${query}`, { as })).body;
  const recorded = () => connect().ledgers.invoice.recorded.filter(({ subjectId }) => subjectId === invoiceId);

  beforeEach(async () => {
    turns += 1;
    as = { workspaceId: `ws_bookings_${turns}` };
    invoiceId = `inv_${turns}`;
    connect().ledgers.invoice.payable.set(invoiceId, { title: 'Invoice 7', balance: 250, currency: 'USD' });
    connection = await connect().connectStripe(as);
    const session = { id: 'cs_live_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_live_1' };
    useStripe().post('/v1/checkout/sessions').reply(200, session);
    link = await connect().create(`/v1/invoices/${invoiceId}/payment-link`, {}, as);
  });

  it('is recorded once, even if events are repeated', async () => {
    const event = stripeEvent('checkout.session.completed', paidSession(link, 25_000));
    const answers = await Promise.all([send(event), send(event), send({ ...event, id: `${event.id}_other` })]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200]);
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(2));
    expect(recorded()).to.have.length(1);
    expect(recorded()[0]).to.deep.include({ amount: 250, currency: 'USD', reference: `pi_${link.id}` });
    const [call] = await calls();
    expect(call.subject).to.deep.equal({ type: 'invoice', id: invoiceId });
    expect(JSON.stringify(await calls())).to.not.include('buyer@example.com');
  });

  it('keeps no personal data once it is recorded', async () => {
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(1));
    await eventually(async () => {
      const filter = { connection_id: connection.id };
      const stored = await connect().runtime.databases.live.collection('hook_events').findOne(filter);
      expect(stored).to.deep.include({ status: 'processed', payload: null });
    });
  });

  for (const [difference, change] of [
    ['amount', { amount_total: 24_999 }],
    ['currency', { currency: 'eur' }],
  ] as const) {
    it(`is flagged and not recorded when its ${difference} differs, and can be retried`, async () => {
      await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000, change)));
      await eventually(async () => expect(await calls('&status=flagged')).to.have.length(1));
      const [flagged] = await calls();
      expect(flagged.error.code).to.equal('amount_mismatch');
      expect(recorded()).to.deep.equal([]);
      const path = `/v1/connections/${connection.id}/calls/${flagged.id}/retry`;
      await eventually(async () => expect((await connect().request('POST', path, { as })).status).to.equal(202));
      await eventually(async () => expect(await calls('&status=flagged')).to.have.length(2));
      expect(recorded()).to.deep.equal([]);
    });
  }

  it('is recorded after an outage of the pipeline service', async () => {
    connect().ledgers.invoice.outages = 1;
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    await eventually(() => expect(recorded()).to.have.length(1));
  });

  it('is reversed once when it is refunded in full', async () => {
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    await eventually(() => expect(recorded()).to.have.length(1));
    const event = stripeEvent('charge.refunded', refundedCharge(link));
    await send(event);
    await send({ ...event, id: `${event.id}_other` });
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(3));
    const { takenBack } = connect().ledgers.invoice;
    expect(takenBack.filter((reference) => reference === `pi_${link.id}`)).to.have.length(1);
  });

  it('is reversed even if its recording was interrupted after the pipeline service stored it', async () => {
    const { paymentLinks } = connect().context;
    const change = paymentLinks.change.bind(paymentLinks);
    paymentLinks.change = (tenant, before, after, session) =>
      after.status === 'paid' ? Promise.reject(new Error('A fault.')) : change(tenant, before, after, session);
    try {
      await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
      await eventually(() => expect(recorded()).to.have.length(1));
      await send(stripeEvent('charge.refunded', refundedCharge(link)));
      await eventually(() => expect(connect().ledgers.invoice.takenBack).to.include(`pi_${link.id}`));
    } finally {
      Reflect.deleteProperty(paymentLinks, 'change');
    }
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(2));
    expect(recorded()).to.have.length(1);
  });

  it('is flagged when it is refunded in part', async () => {
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    await send(stripeEvent('charge.refunded', refundedCharge(link, { refunded: false })));
    await eventually(async () => expect(await calls('&status=flagged')).to.have.length(1));
    expect(connect().ledgers.invoice.takenBack).to.not.include(`pi_${link.id}`);
  });

  it('is kept when a second, flagged payment for the link is refunded', async () => {
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(1));
    const other = { payment_intent: `pi_other_${link.id}` };
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000, other)));
    await eventually(async () => expect(await calls('&status=flagged')).to.have.length(1));
    await send(stripeEvent('charge.refunded', refundedCharge(link, other)));
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(2));
    await send(stripeEvent('charge.refunded', refundedCharge(link)));
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(3));
    const { takenBack } = connect().ledgers.invoice;
    expect(takenBack.filter((reference) => reference.endsWith(link.id))).to.deep.equal([`pi_${link.id}`]);
  });

  it('is not recorded when its refund arrives first', async () => {
    await send(stripeEvent('charge.refunded', refundedCharge(link)));
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(1));
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    await eventually(async () => expect(await calls('&status=succeeded')).to.have.length(2));
    expect(recorded()).to.deep.equal([]);
  });

  it('is flagged when it was made in test mode', async () => {
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000), { livemode: false }));
    await eventually(async () => expect(await calls('&status=flagged')).to.have.length(1));
    expect(recorded()).to.deep.equal([]);
  });

  it('is ignored when it belongs to another link or is still unpaid', async () => {
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000, { metadata: {} })));
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000, { payment_status: 'unpaid' })));
    const paid = stripeEvent('checkout.session.async_payment_succeeded', paidSession(link, 25_000));
    await send(paid);
    await eventually(async () => expect(await calls()).to.have.length(1));
    expect(recorded()).to.have.length(1);
  });

  it('waits while the connection is disabled', async () => {
    const change = (verb: string) => connect().request('POST', `/v1/connections/${connection.id}/${verb}`, { as });
    await change('disable');
    await send(stripeEvent('checkout.session.completed', paidSession(link, 25_000)));
    expect(recorded()).to.deep.equal([]);
    useStripe().get('/v1/checkout/sessions').query({ limit: 1 }).reply(200, { object: 'list', data: [] });
    expect((await change('enable')).status).to.equal(200);
    await eventually(() => expect(recorded()).to.have.length(1));
  });
});
