import { expect } from 'chai';
import { decodeJwt } from 'jose';
import nock from 'nock';
import { eventually } from '../../../support/eventually.js';
import type { Reply } from '../../../support/started-service.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startConnect } from '../../support/connect.js';
import {
  docusignEvent,
  signatureSecrets,
  signDocusign,
  signedPdf,
  toDocusignBody,
  useDocusign,
  useDocusignLogin,
} from '../../support/signatures.js';

const auth = 'https://account.docusign.com';

describe('a connection to DocuSign', () => {
  const connect = useFixture(startConnect);
  const as = { workspaceId: 'ws_docusign' };
  const post = (body: object, mode: 'live' | 'sandbox' = 'live') =>
    connect().request('POST', '/v1/connections', { as: { ...as, mode }, body });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('is checked with a token for the user, and shows no secret', async () => {
    const sent = toDocusignBody();
    let assertion = '';
    nock(auth)
      .post('/oauth/token', (form) => {
        assertion = form['assertion'];
        return form['grant_type'] === 'urn:ietf:params:oauth:grant-type:jwt-bearer';
      })
      .reply(200, { access_token: 'eyJ.token', expires_in: 3_600 });
    const account = { account_id: 'acc_1', is_default: true, base_uri: 'https://eu.docusign.net' };
    nock(auth)
      .get('/oauth/userinfo')
      .reply(200, { accounts: [account] });
    useDocusign('https://eu.docusign.net').get('').reply(200, { accountName: 'Harbour' });
    const { status, body } = await post(sent);
    expect(status, JSON.stringify(body)).to.equal(201);
    expect(JSON.stringify(body)).to.not.include('PRIVATE KEY').and.not.to.include(signatureSecrets.hmac);
    const { integration_key, user_id } = sent.credentials;
    expect(decodeJwt(assertion)).to.deep.include({
      iss: integration_key,
      sub: user_id,
      aud: 'account.docusign.com',
      scope: 'signature impersonation',
    });
  });

  it('uses the developer environment in the sandbox', async () => {
    useDocusignLogin('https://demo.docusign.net', 'https://account-d.docusign.com');
    useDocusign('https://demo.docusign.net').get('').reply(200, {});
    expect((await post(toDocusignBody(), 'sandbox')).status).to.equal(201);
  });

  it('refuses an account from the other environment', async () => {
    useDocusignLogin('https://demo.docusign.net');
    expect((await post(toDocusignBody())).status).to.equal(503);
  });

  it('is refused without consent, with a different key, or for an account that the user cannot access', async () => {
    nock(auth).post('/oauth/token').reply(400, { error: 'consent_required' });
    expect((await post(toDocusignBody())).body.details).to.deep.equal([
      { field: 'credentials', message: 'DocuSign refused the credentials (consent_required).' },
    ]);
    const body = toDocusignBody();
    const malformed = { ...body, credentials: { ...body.credentials, private_key: 'no key' } };
    expect((await post(malformed)).body.details[0].field).to.equal('credentials.private_key');
    useDocusignLogin();
    const other = await post(toDocusignBody(undefined, { account_id: 'acc_other' }));
    expect(other.body.details[0].field).to.equal('settings.account_id');
  });
});

describe('a document that is sent with DocuSign', () => {
  const connect = useFixture(startConnect);
  let workspaces = 0;
  let as = { workspaceId: '' };
  let connection: Reply['body'];
  let document: Reply['body'];

  const read = async (): Promise<Reply['body']> =>
    (await connect().request('GET', `/v1/documents/${document.id}`, { as })).body;
  const post = (action: string, body: object = {}) =>
    connect().request('POST', `/v1/documents/${document.id}/${action}`, { as, body });
  const tell = (event: object, signature?: string) => {
    const body = JSON.stringify(event);
    return connect().postHook(connection.hook_url, body, {
      'x-docusign-signature-1': 'AAAA',
      'x-docusign-signature-2': signature ?? signDocusign(body),
    });
  };
  const becomes = (change: object) => eventually(async () => expect(await read()).to.deep.include(change));
  const useFind = (found: object[] = []) => {
    useDocusign()
      .get('/envelopes')
      .query({ transaction_ids: document.id })
      .reply(200, { envelopeTransactionStatuses: found });
    if (found.length > 0) return;
    useDocusign()
      .get('/envelopes')
      .query(({ custom_field: field }) => field === `plotline_document=${document.id}`)
      .reply(200, { envelopes: [] });
  };

  beforeEach(async () => {
    workspaces += 1;
    as = { workspaceId: `ws_docusign_${workspaces}` };
    useDocusignLogin();
    useDocusign().get('').reply(200, {});
    connection = await connect().create('/v1/connections', toDocusignBody(), as);
    const template = { name: 'Reservation', body: '{{lead.name}} reserves {{unit.name}}.' };
    const { id } = await connect().create('/v1/document-templates', template, as);
    document = await connect().create('/v1/holds/hold_1/documents', { template_id: id }, as);
  });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('has our id as its transaction id, and is filed with its certificate when everyone has signed', async () => {
    let sent: Reply['body'];
    useFind();
    useDocusign()
      .post('/envelopes', (body) => {
        sent = body;
        return true;
      })
      .reply(201, { envelopeId: 'env_1', status: 'sent' });
    await post('send');
    await becomes({ status: 'sent', pending: null });
    expect(sent).to.deep.include({ status: 'sent', transactionId: document.id });
    expect(sent.recipients.signers[0].tabs.signHereTabs[0]).to.deep.include({ pageNumber: '2', xPosition: '48' });
    expect(Buffer.from(sent.documents[0].documentBase64, 'base64').toString('latin1')).to.match(/^%PDF-/);
    useDocusign().get('/envelopes/env_1/documents/1').reply(200, signedPdf('signed'));
    useDocusign().get('/envelopes/env_1/documents/certificate').reply(200, signedPdf('certificate'));
    const completed = docusignEvent('envelope-completed', 'env_1', document.id);
    expect((await tell(completed)).status).to.equal(200);
    expect((await tell({ ...completed, retryCount: 1 })).status).to.equal(200);
    await becomes({ status: 'signed', pending: null });
    await tell(docusignEvent('envelope-delivered', 'env_1', document.id));
    const audit = await connect().request('GET', `/v1/documents/${document.id}/content?version=audit`, { as });
    expect(audit.body).to.include('certificate');
    expect((await read()).status).to.equal('signed');
  });

  it('is found by its transaction id instead of being sent again when the response was lost', async () => {
    useFind();
    useDocusign().post('/envelopes').replyWithError(new Error('socket hang up'));
    await post('send');
    await eventually(async () => expect((await read()).last_error?.code).to.equal('outcome_unknown'));
    useFind([{ transactionId: document.id, envelopeId: 'env_2', status: 'delivered' }]);
    connect().advanceClock(3_600_000);
    await becomes({ status: 'viewed', pending: null });
    const events = await connect().events(document.id);
    expect(events.map(({ event }) => event)).to.deep.equal(['document.sent']);
  });

  it('is voided, and ignores events with wrong signatures', async () => {
    useFind();
    useDocusign().post('/envelopes').reply(201, { envelopeId: 'env_3', status: 'sent' });
    await post('send');
    await becomes({ status: 'sent' });
    const declined = docusignEvent('envelope-declined', 'env_3', document.id);
    expect((await tell(declined, signDocusign('another body'))).status).to.equal(401);
    expect((await tell(declined, 'no base64')).status).to.equal(401);
    expect((await tell({ ...declined, generatedDateTime: '2020-01-01T00:00:00Z' })).status).to.equal(400);
    useDocusign().put('/envelopes/env_3', { status: 'voided', voidedReason: 'A typo.' }).reply(200, {});
    await post('void', { reason: 'A typo.' });
    await becomes({ status: 'voided' });
  });
});
