import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import nock from 'nock';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect, toStripeBody } from '../support/connect.js';
import { listForms, readStores, startLogging } from '../support/find-secrets.js';
import { startHubSpot, toHubSpotBody } from '../support/hubspot.js';
import { mailUser, startMailServer } from '../support/mail-server.js';
import { postmarkKeys, postmarkServer, toPostmarkBody, usePostmark } from '../support/postmark.js';
import { toDocumensoBody, toDocusignBody, useDocumenso, useDocusign, useDocusignLogin } from '../support/signatures.js';
import { stripeError, stripeEvent, useStripe } from '../support/stripe.js';

describe('secrets of connections', () => {
  const connect = useFixture(() => startLogging(startConnect));
  const mailServer = useFixture(startMailServer);
  const secrets = new Set<string>();
  const created: Reply['body'][] = [];

  const bodies = () => [
    toStripeBody(),
    toPostmarkBody(),
    toHubSpotBody(),
    toDocumensoBody(),
    toDocusignBody(),
    {
      provider: 'smtp',
      settings: { from_address: 'sales@harbour.example', host: '127.0.0.1', port: String(mailServer().port) },
      credentials: { ...mailUser, hook_password: postmarkKeys.hook },
    },
  ];

  /** Vendors confirm all credentials. */
  function accept(): void {
    nock.cleanAll();
    startHubSpot();
    useStripe().get('/v1/checkout/sessions').query(true).reply(200, { object: 'list', data: [] }).persist();
    usePostmark().get('/server').reply(200, postmarkServer()).persist();
    useDocumenso().get('/envelope?perPage=1').reply(200, { data: [] }).persist();
    useDocusignLogin();
    useDocusign().get('').reply(200, {}).persist();
  }

  /** Searches all stores and the log. Returns the places where a secret is, but not which secret it is. */
  async function findSecrets(): Promise<string[]> {
    const stores = await readStores(connect().runtime);
    const texts = new Map([...stores, ['log', connect().lines.join('')]]);
    const forms = [...secrets].flatMap(listForms);
    return [...texts].filter(([, text]) => forms.some((form) => text.includes(form))).map(([place]) => place);
  }

  before(async () => {
    accept();
    for (const body of bodies()) {
      for (const [name, value] of Object.entries(body.credentials)) if (name !== 'user') secrets.add(value);
      const options = { body, headers: { 'idempotency-key': randomUUID() } };
      const reply = await connect().request('POST', '/v1/connections', options);
      expect(reply.status, JSON.stringify(reply.body)).to.equal(201);
      created.push(reply.body);
      if (reply.body.hook_url) secrets.add(reply.body.hook_url.split('/').at(-1));
    }
  });

  after(() => nock.cleanAll());

  it('appear in no collection, log line or later response after they were stored', async () => {
    expect(created).to.have.length(6);
    expect(secrets.size).to.be.above(14);
    expect(await findSecrets()).to.deep.equal([]);
    const { body } = await connect().request('GET', '/v1/connections');
    const answer = JSON.stringify(body);
    expect([...secrets].flatMap(listForms).filter((form) => answer.includes(form))).to.deep.equal([]);
  });

  it('stay hidden when vendors repeat them in error responses, and when vendors do not respond', async () => {
    const [{ id }] = created;
    const { secret_key } = toStripeBody().credentials;
    const test = async () => (await connect().request('POST', `/v1/connections/${id}/test`)).body;
    nock.cleanAll();
    const message = `Invalid API Key provided: ${secret_key}`;
    const refusal = stripeError('invalid_request_error', { message, param: secret_key });
    useStripe().get('/v1/checkout/sessions').query(true).reply(401, refusal);
    const refused = JSON.stringify(await test());
    expect(refused).to.include('refused').and.not.include(secret_key);
    useStripe().get('/v1/checkout/sessions').query(true).replyWithError(`${secret_key} of https://x:${secret_key}@a`);
    expect(JSON.stringify(await test())).to.not.include(secret_key);
    const { body: calls } = await connect().request('GET', `/v1/connections/${id}/calls`);
    expect(calls).to.not.deep.equal([]);
    expect(JSON.stringify(calls)).to.not.include(secret_key);
    expect(await findSecrets()).to.deep.equal([]);
  });

  it('stay hidden when a hook is refused, accepted or fails', async () => {
    const [{ hook_url }] = created;
    const event = stripeEvent('payment_intent.created', { id: 'pi_1', object: 'payment_intent' });
    const statuses = [
      (await connect().sendEvent(hook_url, event, { signature: 'forged' })).status,
      (await connect().sendEvent(hook_url, event)).status,
    ];
    const { hookEvents } = connect().context;
    hookEvents.add = () => Promise.reject(new Error('A fault of the test.'));
    statuses.push((await connect().sendEvent(hook_url, { ...event, id: 'evt_other' })).status);
    Reflect.deleteProperty(hookEvents, 'add');
    expect(statuses).to.deep.equal([401, 200, 500]);
    await eventually(() => expect(connect().lines.join('')).to.include('A fault of the test.'));
    expect(await findSecrets()).to.deep.equal([]);
  });
});
