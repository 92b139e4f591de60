import { randomUUID } from 'node:crypto';
import { createToken } from '@plotline/kit/core/secrets';
import { expect } from 'chai';
import type { ApiClient, ApiRecord } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { rememberSecret } from '../../../support/secrets/given-secrets.js';
import { useFixture } from '../../../support/use-fixture.js';
import { newWorkspace } from '../../../support/workspace.js';
import { createPaidEvent, type HookRequest, HookSender, mix, sign } from './support/hook-sender.js';
import { startLimitedGateway } from './support/limited-gateway.js';

/** Signed requests that are older are replays. */
const maxAgeSeconds = 300;
const maxBodyBytes = 1_048_576;
const vendor = '198.51.100.7';
const amount = 400;
const amountMinor = 40_000;

/** Connection to the fake Stripe, with its own signing secret. */
async function connectStripe(api: ApiClient) {
  const secret = `whsec_${randomUUID()}`;
  rememberSecret(secret, 'signing secret of Stripe');
  const { id, hook_url } = await api.create('/v1/connections', {
    provider: 'stripe',
    settings: { return_url: 'https://buyer.example/' },
    credentials: { secret_key: `rk_live_${'x'.repeat(24)}`, webhook_secret: secret },
  });
  return { id, secret, path: new URL(String(hook_url)).pathname };
}

/** Creates an invoice of 1,000 with an open payment link for 400. */
async function createInvoice(api: ApiClient, property_id: string) {
  const { id: leadId } = await api.create('/v1/leads', { name: 'Olu', email: `${randomUUID()}@example.com` });
  await api.post(`/v1/leads/${leadId}/won`, { property_id, deal_value: 1_000 });
  const [invoice] = (await api.get(`/v1/invoices?lead_id=${leadId}`)).records;
  if (!invoice) throw new Error('The deal has no invoice.');
  const { id: linkId } = await api.create(`/v1/invoices/${invoice.id}/payment-link`, { amount });
  return { id: invoice.id, linkId };
}

/** Creates a workspace with a connection to Stripe and a property. */
async function createSeller() {
  const workspace = await newWorkspace();
  const connection = await connectStripe(workspace.api);
  const property = { name: 'Quay', type: 'apartment', location: { city: 'Faro' }, pricing: { currency: 'EUR' } };
  const { id: propertyId } = await workspace.api.create('/v1/properties', property);
  return { workspace, connection, propertyId, createInvoice: () => createInvoice(workspace.api, propertyId) };
}

/** Creates a hold whose deposit has an open payment link. */
async function createHold(api: ApiClient, property_id: string) {
  const unit = { property_id, name: 'A 1', price: { amount: 90_000, currency: 'EUR' } };
  const { id: unit_id } = await api.create('/v1/units', unit);
  const { id: lead_id } = await api.create('/v1/leads', { name: 'Noor', email: 'noor@example.com' });
  const { id } = await api.create('/v1/holds', { unit_id, lead_id, deposit: { amount, currency: 'EUR' } });
  const { id: linkId } = await api.create(`/v1/holds/${id}/payment-link`, {});
  return { id, linkId };
}

type Seller = Awaited<ReturnType<typeof createSeller>>;
type Payable = Awaited<ReturnType<typeof createInvoice>>;

/** Requests that differ from a genuine one in the same way. A new hook address is guessed for each without a path. */
interface ForgedKind extends Omit<HookRequest, 'from' | 'path'> {
  readonly path: string | null;
  readonly count: number;
}

describe("a flood of forged and replayed hooks, within the gateway's production limits", () => {
  const gateway = useFixture(startLimitedGateway);
  let target: Seller;
  let other: Seller;
  let deletedPath: string;
  let invoice: Payable;
  let unpaid: Payable;
  let besideFlood: Payable;
  let hold: Payable;
  let sender: HookSender;

  before(async () => {
    [target, other] = await Promise.all([createSeller(), createSeller()]);
    const { api } = target.workspace;
    invoice = await target.createInvoice();
    unpaid = await target.createInvoice();
    besideFlood = await target.createInvoice();
    hold = await createHold(api, target.propertyId);
    const deleted = await connectStripe(other.workspace.api);
    await other.workspace.api.delete(`/v1/connections/${deleted.id}`);
    deletedPath = deleted.path;
    sender = new HookSender(gateway().url, other.workspace.key);
  });

  after(() => void process.stdout.write(`    hook floods: ${sender.describe()}\n`));

  const readPayments = async ({ id }: Payable) =>
    (await target.workspace.api.get(`/v1/invoices/${id}/payments`)).records;
  const readInvoice = async ({ id }: Payable) => (await target.workspace.api.get(`/v1/invoices/${id}`)).record;
  const readHold = async () => (await target.workspace.api.get(`/v1/holds/${hold.id}`)).record;
  /** Events that had an effect or were flagged, oldest first. */
  async function readCalls({ workspace, connection }: Seller) {
    const path = `/v1/connections/${connection.id}/calls?direction=in&per_page=100`;
    return (await workspace.api.get(path)).records.toReversed();
  }
  const toOutcome = ({ status, subject, purpose }: ApiRecord) => ({ status, subject, purpose });
  const recorded = (type: string, { id }: Payable) => ({
    status: 'succeeded',
    subject: { type, id },
    purpose: 'checkout.session.completed: record payment',
  });

  const genuine = (seller: Seller, body: string): HookRequest => ({
    title: 'genuine',
    path: seller.connection.path,
    from: vendor,
    body,
    signature: sign(body, seller.connection.secret),
    allowed: [200],
  });

  /** Forged requests that report a payment, with the kinds mixed. */
  function forge(payable: Payable, share: number): readonly HookRequest[] {
    const { path, secret } = target.connection;
    const body = createPaidEvent(payable.linkId, amountMinor);
    const changed = createPaidEvent(payable.linkId, amountMinor);
    const large = body + ' '.repeat(maxBodyBytes);
    const base = { path, body, signature: sign(body, secret) };
    // Forged requests count for the hook they name. With the genuine ones, they stay below its 600 requests per minute.
    const kinds: readonly ForgedKind[] = [
      { ...base, title: 'wrong secret', signature: sign(body, `whsec_${randomUUID()}`), allowed: [401], count: 60 },
      { ...base, title: 'other secret', signature: sign(body, other.connection.secret), allowed: [401], count: 60 },
      { ...base, title: 'another body', body: changed, allowed: [401], count: 30 },
      { ...base, title: 'no signature', signature: null, allowed: [401], count: 30 },
      { ...base, title: 'hook of another', path: other.connection.path, allowed: [401], count: 30 },
      { ...base, title: 'old', signature: sign(body, secret, maxAgeSeconds + 2), allowed: [400], count: 30 },
      { ...base, title: 'too early', signature: sign(body, secret, -maxAgeSeconds - 60), allowed: [400], count: 15 },
      { ...base, title: 'too large', body: large, signature: sign(large, secret), allowed: [413], count: 15 },
      { ...base, title: 'deleted', path: deletedPath, allowed: [404], count: 20 },
      { ...base, title: 'malformed path', path: '/hooks/stripe/short', allowed: [404], count: 20 },
      { ...base, title: 'unknown', path: null, allowed: [404, 429], count: 340 },
    ];
    const from = (place: number) => `203.0.113.${place + 1}`;
    const unknown = () => `/hooks/stripe/${createToken('hook_live_')}`;
    return mix(
      kinds.map(({ count, path, ...kind }, place) =>
        Array.from({ length: Math.round(count * share) }, () => ({
          ...kind,
          path: path ?? unknown(),
          from: from(place),
        })),
      ),
    );
  }

  it('books nothing for forged hooks, refuses each as documented, and books a genuine payment beside them', async () => {
    const untouched = { invoice: await readInvoice(invoice), hold: await readHold() };
    expect(await sender.callHealthy(60)).to.deep.equal([]);

    const forged = [forge(invoice, 0.5), forge(hold, 0.5)];
    const ofVendor = genuine(target, createPaidEvent(besideFlood.linkId, amountMinor));
    const { faults, healthyCalls, count } = await sender.flood(mix([...forged, [ofVendor]]), 100);
    expect(faults).to.deep.equal([]);
    expect(healthyCalls).to.be.above(0);
    expect(count('genuine', 200)).to.equal(1);
    expect(count('unknown', 429), 'an address that guesses hooks is refused').to.be.above(0);

    // Events are processed in their order, so a later payment shows that none is waiting.
    const later = genuine(target, createPaidEvent(hold.linkId, amountMinor));
    await eventually(async () => expect(await readPayments(besideFlood)).to.have.length(1));
    expect(await readHold()).to.deep.equal(untouched.hold);
    expect((await sender.flood([later], 0)).faults).to.deep.equal([]);
    await eventually(async () => expect(await readCalls(target)).to.have.length(2));
    expect((await readCalls(target)).map(toOutcome)).to.deep.equal([
      recorded('invoice', besideFlood),
      recorded('hold', hold),
    ]);
    expect(await readPayments(invoice)).to.deep.equal([]);
    expect(await readInvoice(invoice)).to.deep.equal(untouched.invoice);
    expect(await readCalls(other)).to.deep.equal([]);
  });

  it("flags a workspace's own signed event that names a payment link of another workspace", async () => {
    const foreign = genuine(other, createPaidEvent(invoice.linkId, amountMinor));
    expect((await sender.flood([foreign], 0)).faults).to.deep.equal([]);
    await eventually(async () => {
      expect((await readCalls(other)).map(({ status, subject }) => ({ status, subject }))).to.deep.equal([
        { status: 'flagged', subject: null },
      ]);
    });
    expect(await readPayments(invoice)).to.deep.equal([]);
  });

  it('books an event once that is sent 200 times simultaneously beside forged hooks, and again later', async () => {
    const event = createPaidEvent(invoice.linkId, amountMinor);
    const copies = Array.from({ length: 200 }, () => genuine(target, event));
    // The vendor may report a payment by several events.
    const repeated = Array.from({ length: 5 }, () => genuine(target, createPaidEvent(invoice.linkId, amountMinor)));
    const ofOther = await other.createInvoice();
    const healthy = genuine(other, createPaidEvent(ofOther.linkId, amountMinor));
    const flooded = await sender.flood(mix([forge(unpaid, 0.25), copies, repeated, [healthy]]), 80);
    expect(flooded.faults).to.deep.equal([]);
    expect(flooded.healthyCalls).to.be.above(0);
    expect(flooded.count('genuine', 200)).to.equal(206);
    await eventually(async () => expect(await readCalls(target)).to.have.length(8));
    await eventually(async () => expect(await readCalls(other)).to.have.length(2));

    expect((await sender.flood(copies.slice(0, 50), 20)).faults).to.deep.equal([]);
    const last = await target.createInvoice();
    const later = genuine(target, createPaidEvent(last.linkId, amountMinor));
    expect((await sender.flood([later], 0)).faults).to.deep.equal([]);
    await eventually(async () => expect(await readPayments(last)).to.have.length(1));

    const bookings = (await readCalls(target)).map(toOutcome).slice(2);
    expect(bookings.filter(({ purpose }) => String(purpose).endsWith(': record payment'))).to.deep.equal([
      recorded('invoice', invoice),
      recorded('invoice', last),
    ]);
    expect(await readPayments(invoice)).to.have.length(1);
    expect(await readInvoice(invoice)).to.include({ status: 'partially_paid', balance: 600 });
    expect(await readPayments(unpaid)).to.deep.equal([]);
    expect((await readInvoice(unpaid)).balance).to.equal(1_000);
    expect(sender.requests).to.be.at.most(1_500);
  });
});
