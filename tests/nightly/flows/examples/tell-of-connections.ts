import { createHmac } from 'node:crypto';
import { expect } from 'chai';
import type { ApiRecord } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { system } from '../../../support/system.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';

/** Credentials that the fake Stripe accepts. */
export const stripeKey = `rk_live_${'fake'.repeat(6)}a1b2`;
export const signingSecret = `whsec_${'fake'.repeat(8)}`;

/** Token that the fake Postmark accepts. */
const postmarkToken = `pm-${'fake'.repeat(8)}`;

const body = {
  provider: 'stripe',
  name: 'Stripe Dubai',
  settings: { return_url: 'https://harbour.example/thank-you' },
  credentials: { secret_key: stripeKey, webhook_secret: signingSecret },
};

/** Sends an event to a hook, signed as described at docs.stripe.com/webhooks. */
async function sendEvent(hookUrl: string, event: object): Promise<void> {
  const text = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1_000);
  const signature = createHmac('sha256', signingSecret).update(`${timestamp}.${text}`).digest('hex');
  const url = `${system().urls.api}${new URL(hookUrl).pathname}`;
  const headers = { 'stripe-signature': `t=${timestamp},v1=${signature}` };
  expect((await fetch(url, { method: 'POST', headers, body: text })).status).to.equal(200);
}

async function tellOfLimit(recorder: ExampleRecorder): Promise<void> {
  const { api } = await newWorkspace();
  for (let count = 0; count < 50; count += 1) await api.create('/v1/connections', body);
  const full = { status: 409, summary: 'The workspace has as many as it can', body, as: api };
  await recorder.call('POST', '/v1/connections', full);
}

/** Sells a property and holds a unit, and returns the invoice and the hold. */
async function createPayable({ api }: ExampleRecorder) {
  const property = { name: 'Canal Row', type: 'villa', location: { city: 'Dubai' } };
  const { id: property_id } = await api.create('/v1/properties', property);
  const unit = { property_id, name: 'Villa 9', price: { amount: 900_000, currency: 'AED' } };
  const { id: unit_id } = await api.create('/v1/units', unit);
  const buyer = await api.create('/v1/leads', { name: 'Lina Saad', email: 'lina.saad@example.com' });
  await api.post(`/v1/leads/${buyer.id}/won`, { property_id, deal_value: 120_000 });
  const [invoice] = (await api.get(`/v1/invoices?lead_id=${buyer.id}`)).records;
  const lead = await api.create('/v1/leads', { name: 'Rami Saad', email: 'rami.saad@example.com' });
  const deposit = { amount: 20_000, currency: 'AED' };
  const hold = await api.create('/v1/holds', { unit_id, lead_id: lead.id, deposit });
  if (!invoice) throw new Error('The sale left no invoice.');
  return { invoice, hold };
}

async function tellOfLinks(recorder: ExampleRecorder, kind: 'invoices' | 'holds', record: ApiRecord) {
  const path = `/v1/${kind}/${record.id}/payment-link`;
  const whole = kind === 'invoices' ? 'Over the balance' : 'Over the deposit';
  const made = await recorder.call('POST', path, { status: 201, summary: whole, body: {} });
  await recorder.call('POST', path, { status: 200, summary: 'The same request again', body: {} });
  return made.record;
}

async function waitForCall(recorder: ExampleRecorder, place: string, status: string): Promise<ApiRecord> {
  return eventually(async () => {
    const [call] = (await recorder.api.get(`${place}/calls?direction=in&status=${status}`)).records;
    if (!call) throw new Error('The event was not processed.');
    return call;
  });
}

/** Reports a payment with a wrong amount and then one with the right amount, and retries both calls. */
async function tellOfCalls(recorder: ExampleRecorder, connection: ApiRecord, link: ApiRecord): Promise<void> {
  const place = `/v1/connections/${connection.id}`;
  const session = {
    object: 'checkout.session',
    payment_status: 'paid',
    payment_intent: 'pi_3Q1',
    currency: 'aed',
    metadata: { plotline_link: link.id },
  };
  const report = (id: string, amount_total: number) =>
    sendEvent(String(connection.hook_url), {
      ...{ id, type: 'checkout.session.completed', livemode: true },
      data: { object: { ...session, amount_total } },
    });
  await report('evt_1Q1', 1);
  const flagged = await waitForCall(recorder, place, 'flagged');
  await recorder.call('GET', `${place}/calls?status=flagged`, { status: 200, summary: 'Calls to look at' });
  const again = { status: 202, summary: 'A flagged payment', body: {} };
  await recorder.call('POST', `${place}/calls/${flagged.id}/retry`, again);
  await report('evt_1Q2', 12_000_000);
  const booked = await waitForCall(recorder, place, 'succeeded');
  const done = { status: 409, summary: 'The payment is recorded', body: {} };
  await recorder.call('POST', `${place}/calls/${booked.id}/retry`, done);
}

/** Sends an email through the fake Postmark. */
async function tellOfEmails(recorder: ExampleRecorder): Promise<void> {
  const lead = await recorder.api.create('/v1/leads', { name: 'Lina Saad', email: 'lina.emails@example.com' });
  const path = `/v1/leads/${lead.id}/emails`;
  const email = { subject: 'Floor plans of Villa 9', text: 'Dear Lina,\n\nhere are the floor plans you asked for.\n' };
  await recorder.call('POST', path, { status: 409, summary: 'No connection can send emails', body: email });
  await recorder.api.create('/v1/connections', {
    provider: 'postmark',
    settings: { from_address: 'sales@harbour.example' },
    credentials: { server_token: postmarkToken },
  });
  await recorder.call('POST', path, { status: 201, summary: 'To one lead', body: email });
}

/** Connects the workspace to the fake Stripe, and receives payments through payment links. */
export async function tellOfConnections(recorder: ExampleRecorder): Promise<void> {
  await recorder.call('GET', '/v1/connection-providers', { status: 200, summary: 'All providers' });
  const { invoice, hold } = await createPayable(recorder);
  const none = { status: 409, summary: 'No connection can take payments', body: {} };
  await recorder.call('POST', `/v1/invoices/${invoice.id}/payment-link`, none);
  await recorder.call('POST', `/v1/holds/${hold.id}/payment-link`, none);
  const made = { status: 201, summary: 'Payments by Stripe', body };
  const connection = (await recorder.call('POST', '/v1/connections', made)).record;
  const place = `/v1/connections/${connection.id}`;
  const testKey = { ...body, credentials: { secret_key: stripeKey.replace('live', 'test') } };
  await recorder.call('POST', '/v1/connections', { status: 422, summary: 'A test key for live data', body: testKey });
  const wrong = { ...body, credentials: { secret_key: `${stripeKey}refused` } };
  await recorder.call('POST', '/v1/connections', { status: 422, summary: 'Stripe refuses the key', body: wrong });
  await recorder.call('GET', '/v1/connections', { status: 200, summary: 'All connections' });
  await recorder.call('GET', place, { status: 200, summary: 'One connection' });
  await recorder.call('PUT', place, { status: 200, summary: 'With another name', body: { name: 'Stripe Emirates' } });
  await recorder.call('POST', `${place}/test`, { status: 200, summary: 'The credentials work', body: {} });
  await recorder.call('POST', `${place}/disable`, { status: 200, summary: 'Disabled', body: {} });
  await recorder.call('POST', `${place}/enable`, { status: 200, summary: 'Active again', body: {} });
  const over = { status: 422, summary: 'More than the balance', body: { amount: 120_001 } };
  await recorder.call('POST', `/v1/invoices/${invoice.id}/payment-link`, over);
  const link = await tellOfLinks(recorder, 'invoices', invoice);
  await tellOfLinks(recorder, 'holds', hold);
  await tellOfCalls(recorder, connection, link);
  await tellOfEmails(recorder);
  await recorder.call('DELETE', place, { status: 204, summary: 'Deleted' });
  await tellOfLimit(recorder);
}
