import { unavailable } from '@plotline/kit/core/errors';
import { expect } from 'chai';
import nock from 'nock';
import { eventually } from '../support/eventually.js';
import { testKeptAnswers } from '../support/kept-answers.js';
import { useFixture } from '../support/use-fixture.js';
import { startConnect, toStripeBody } from './support/connect.js';
import { startHubSpot, toHubSpotBody } from './support/hubspot.js';
import { postmarkServer, takenMail, toPostmarkBody, usePostmark } from './support/postmark.js';
import { signedPdf, toDocumensoBody, useDocumenso } from './support/signatures.js';
import { paidSession, stripeEvent, useStripe } from './support/stripe.js';

describe('The response of connect to a POST with an Idempotency-Key', () => {
  const connect = useFixture(startConnect);
  const session = { id: 'cs_live_1', object: 'checkout.session', url: 'https://checkout.stripe.com/c/pay/cs_live_1' };
  let turns = 0;

  /** Vendors accept everything. */
  const acceptAll = () => {
    startHubSpot();
    useStripe().get('/v1/checkout/sessions').query(true).reply(200, { object: 'list', data: [] }).persist();
    useStripe().post('/v1/checkout/sessions').reply(200, session).persist();
    usePostmark().get('/server').reply(200, postmarkServer()).persist();
    usePostmark().post('/email').reply(200, takenMail()).persist();
    useDocumenso().get('/envelope?perPage=1').reply(200, { data: [] }).persist();
  };

  beforeEach(acceptAll);
  afterEach(() => nock.cleanAll());

  async function newConnection(as = {}) {
    turns += 1;
    return connect().create('/v1/connections', toStripeBody('live', { name: `Stripe ${turns}` }), as);
  }

  async function flaggedCall() {
    const { id, hook_url } = await newConnection();
    await connect().sendEvent(
      hook_url,
      stripeEvent('checkout.session.completed', paidSession({ id: 'plk_unknown' }, 1)),
    );
    const calls = async () => (await connect().request('GET', `/v1/connections/${id}/calls?status=flagged`)).body;
    await eventually(async () => expect(await calls()).to.have.length(1));
    const [call] = await calls();
    return { path: `/v1/connections/${id}/calls/${call.id}/retry`, body: {} };
  }

  async function link(kind: 'invoice' | 'hold') {
    turns += 1;
    const subject = `${kind}_${turns}`;
    connect().ledgers[kind].payable.set(subject, { title: 'Deposit', balance: 10, currency: 'USD' });
    const { id } = await newConnection();
    return { path: `/v1/${kind}s/${subject}/payment-link`, body: { connection_id: id } };
  }

  async function email() {
    turns += 1;
    const { id } = connect().leads.put(`lead_${turns}`, { email: 'noor@example.com' });
    const connection = await connect().create('/v1/connections', toPostmarkBody());
    return { path: `/v1/leads/${id}/emails`, body: { subject: 'Villa 9', text: 'Hi', connection_id: connection.id } };
  }

  /** The worker writes connections while it sends emails. */
  const emailsAreSent = async () => {
    const { emails } = connect().context;
    const isSending = () =>
      emails.jobs.collection.acrossWorkspaces('live').find({ status: { $in: ['queued', 'sending'] } });
    await eventually(async () => expect(await isSending()).to.deep.equal([]));
  };

  const of = (verb: string) => async () => ({
    path: `/v1/connections/${(await newConnection()).id}/${verb}`,
    body: {},
  });

  const statement = { currency: 'USD', columns: { date: 'Date', amount: 'Amount', text: 'Text' } };

  async function line(verb: string) {
    turns += 1;
    const csv = `Date,Amount,Text\n2026-03-02,10,Turn ${turns}\n`;
    const { lines } = await connect().create('/v1/statement-lines', { ...statement, csv });
    connect().ledgers.invoice.payable.set('inv_line', { title: 'Invoice 1', balance: 10, currency: 'USD' });
    return { path: `/v1/statement-lines/${lines[0].id}/${verb}`, body: { invoice_id: 'inv_line' } };
  }

  /** Stores the link before the request to the provider. */
  const intents = ['connections', 'payment_links'];

  async function newDocument(subject: string) {
    const { id } = await connect().create('/v1/document-templates', { name: 'Letter', body: '{{lead.name}}' });
    return { path: `/v1/${subject}/documents`, body: { template_id: id } };
  }

  async function draft() {
    const { path, body } = await newDocument('holds/hold_1');
    const { id } = await connect().create(path, body);
    return `/v1/documents/${id}`;
  }

  /** Creates a draft document, and a connection whose vendor asks for a delay. */
  async function sendable() {
    const path = await draft();
    useDocumenso().get('/envelope').query(true).reply(429, {}).persist();
    const connection = await connect().create('/v1/connections', toDocumensoBody());
    return { path: `${path}/send`, body: { connection_id: connection.id } };
  }

  async function disabled() {
    const { id } = await newConnection();
    await connect().request('POST', `/v1/connections/${id}/disable`);
    return { path: `/v1/connections/${id}/enable`, body: {} };
  }

  /** Returns the path of the synchronizations of a connection to HubSpot. */
  async function syncs() {
    turns += 1;
    const { id } = await connect().create('/v1/connections', toHubSpotBody('live', { name: `HubSpot ${turns}` }));
    return `/v1/connections/${id}/syncs`;
  }

  testKeptAnswers(
    'connect',
    connect,
    [
      {
        operation: 'createConnection',
        prepare: async () => ({ path: '/v1/connections', body: toStripeBody() }),
      },
      { operation: 'testConnection', intents: ['connections'], prepare: of('test') },
      { operation: 'disableConnection', prepare: of('disable') },
      { operation: 'enableConnection', prepare: disabled },
      { operation: 'retryConnectionCall', prepare: flaggedCall },
      {
        operation: 'createConnectionSync',
        intents: ['connections'],
        prepare: async () => ({ path: await syncs(), body: {} }),
      },
      {
        operation: 'cancelConnectionSync',
        // At the same time, the worker may claim the synchronization that is being cancelled.
        intents: ['syncs_locks'],
        prepare: async () => {
          connect().leads.listIds = () => Promise.reject(unavailable('Pipeline does not answer.'));
          const path = await syncs();
          const { body } = await connect().request('POST', path, { body: {} });
          return { path: `${path}/${body.id}/cancel`, body: {} };
        },
      },
      { operation: 'createInvoicePaymentLink', intents, prepare: () => link('invoice') },
      {
        operation: 'createStatementLines',
        prepare: async () => ({
          path: '/v1/statement-lines',
          body: { ...statement, csv: 'Date,Amount,Text\n2026-03-02,10,A\n' },
        }),
      },
      { operation: 'confirmStatementLine', prepare: () => line('confirm') },
      { operation: 'dismissStatementLine', prepare: () => line('dismiss') },
      { operation: 'createHoldPaymentLink', intents, prepare: () => link('hold') },
      {
        operation: 'createDocumentTemplate',
        prepare: async () => ({ path: '/v1/document-templates', body: { name: 'Letter', body: '{{lead.name}}' } }),
      },
      { operation: 'createDealDocument', prepare: () => newDocument('deals/deal_1') },
      { operation: 'createHoldDocument', prepare: () => newDocument('holds/hold_1') },
      { operation: 'voidDocument', prepare: async () => ({ path: `${await draft()}/void`, body: {} }) },
      {
        operation: 'uploadSignedDocument',
        prepare: async () => {
          const content = new Uint8Array(signedPdf('on paper'));
          return { path: `${await draft()}/signed`, file: { type: 'application/pdf', content } };
        },
      },
      // These examples are last, because their workers write afterwards.
      { operation: 'createLeadEmail', prepare: email },
      { operation: 'sendDocument', prepare: sendable },
    ],
    { written: ['calls', 'hook_events', 'emails', 'syncs', 'outbound_jobs'], waitForWorkers: emailsAreSent },
  );
});
