import { createHmac, randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { ApiRecord } from '../support/api-client.js';
import { eventually } from '../support/eventually.js';
import { rememberSecret } from '../support/secrets/given-secrets.js';
import { system } from '../support/system.js';
import { newWorkspace, type TestWorkspace } from '../support/workspace.js';

const secret = `whsec_${randomUUID()}`;
rememberSecret(secret, 'signing secret of Stripe');

/** The running system uses a fake Stripe. The test sends Stripe's events. */
describe('a payment link in the running system', () => {
  let workspace: TestWorkspace;
  let connection: ApiRecord;

  before(async () => {
    workspace = await newWorkspace();
    connection = await workspace.api.create('/v1/connections', {
      provider: 'stripe',
      settings: { return_url: 'https://buyer.example/' },
      credentials: { secret_key: `rk_live_${'x'.repeat(24)}`, webhook_secret: secret },
    });
  });

  async function send(type: string, object: object, signedWith = secret): Promise<number> {
    const text = JSON.stringify({ id: `evt_${randomUUID()}`, type, livemode: true, data: { object } });
    const timestamp = Math.floor(Date.now() / 1_000);
    const signature = createHmac('sha256', signedWith).update(`${timestamp}.${text}`).digest('hex');
    const url = `${system().urls.api}${new URL(String(connection.hook_url)).pathname}`;
    const headers = { 'stripe-signature': `t=${timestamp},v1=${signature}` };
    return (await fetch(url, { method: 'POST', headers, body: text })).status;
  }

  const toSession = ({ id }: ApiRecord, amount_total: number) => ({
    payment_status: 'paid',
    payment_intent: `pi_${id}`,
    amount_total,
    currency: 'eur',
    metadata: { plotline_link: id },
  });

  it('pays the deposit on a hold once, and a refund reverses the payment', async () => {
    const { api } = workspace;
    const property = { name: 'Quay', type: 'apartment', location: { city: 'Faro' } };
    const { id: property_id } = await api.create('/v1/properties', property);
    const unit = { property_id, name: 'A 1', price: { amount: 90_000, currency: 'EUR' } };
    const { id: unit_id } = await api.create('/v1/units', unit);
    const { id: lead_id } = await api.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
    const deposit = { amount: 5_000, currency: 'EUR' };
    const hold = await api.create('/v1/holds', { unit_id, lead_id, deposit });
    const link = await api.create(`/v1/holds/${hold.id}/payment-link`, {});
    const readDeposit = async () => (await api.get(`/v1/holds/${hold.id}`)).record.deposit;

    const session = toSession(link, 500_000);
    expect(await send('checkout.session.completed', session, 'whsec_forged')).to.equal(401);
    expect(await send('checkout.session.completed', session)).to.equal(200);
    expect(await send('checkout.session.completed', session)).to.equal(200);
    await eventually(async () => expect(await readDeposit()).to.include({ reference: `pi_${link.id}` }));
    expect((await api.post(`/v1/holds/${hold.id}/payment-link`)).error.reason).to.equal('nothing_to_pay');

    const charge = { payment_intent: `pi_${link.id}`, refunded: true, metadata: { plotline_link: link.id } };
    expect(await send('charge.refunded', charge)).to.equal(200);
    await eventually(async () => expect(await readDeposit()).to.include({ paid_at: null }));
  });

  it('pays part of an invoice once', async () => {
    const { api } = workspace;
    const property = { name: 'Quay 2', type: 'apartment', location: { city: 'Faro' } };
    const { id: property_id } = await api.create('/v1/properties', { ...property, pricing: { currency: 'EUR' } });
    const { id } = await api.create('/v1/leads', { name: 'Olu', email: 'olu@example.com' });
    await api.post(`/v1/leads/${id}/won`, { property_id, deal_value: 1_000 });
    const [invoice] = (await api.get(`/v1/invoices?lead_id=${id}`)).records;
    const link = await api.create(`/v1/invoices/${invoice?.id}/payment-link`, { amount: 400 });
    expect(await send('checkout.session.completed', toSession(link, 40_000))).to.equal(200);
    const read = async () => (await api.get(`/v1/invoices/${invoice?.id}`)).record;
    await eventually(async () => expect(await read()).to.include({ status: 'partially_paid', balance: 600 }));
    const { records } = await api.get(`/v1/invoices/${invoice?.id}/payments`);
    expect(records).to.have.length(1);
  });
});
