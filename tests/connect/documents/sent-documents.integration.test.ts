import { expect } from 'chai';
import nock from 'nock';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import {
  documensoEnvelope,
  documensoEvent,
  signatureSecrets,
  signedPdf,
  toDocumensoBody,
  useDocumenso,
} from '../support/signatures.js';

const empty = { data: [], count: 0, currentPage: 1, perPage: 10, totalPages: 0 };

describe('a document that is sent with Documenso', () => {
  const connect = useFixture(startConnect);
  let workspaces = 0;
  let as = { workspaceId: '' };
  let connection: Reply['body'];
  let document: Reply['body'];

  const read = async (): Promise<Reply['body']> =>
    (await connect().request('GET', `/v1/documents/${document.id}`, { as })).body;
  const post = (action: string, body: object = {}) =>
    connect().request('POST', `/v1/documents/${document.id}/${action}`, { as, body });
  const tell = (event: object, secret: string = signatureSecrets.webhook) =>
    connect().postHook(connection.hook_url, JSON.stringify(event), { 'x-documenso-secret': secret });
  const becomes = (change: object) =>
    eventually(async () => {
      const found = await read();
      expect(found, JSON.stringify(found)).to.deep.include(change);
    });
  const useFind = (found: object[] = []) =>
    useDocumenso()
      .get('/envelope')
      .query((query) => query['query'] === document.id)
      .reply(200, { ...empty, data: found });
  const useCreate = () =>
    useDocumenso()
      .post('/envelope/create')
      .reply(200, { id: `envelope_${document.id}` });
  const useDistribute = () => useDocumenso().post('/envelope/distribute').reply(200, { success: true });
  const useDownloads = () => {
    useDocumenso().get(`/envelope/envelope_${document.id}`).reply(200, documensoEnvelope(document.id, 'COMPLETED'));
    useDocumenso().get('/envelope/item/envelope_item_1/download?version=signed').reply(200, signedPdf('signed'));
    useDocumenso().get(`/envelope/envelope_${document.id}/audit-log/download`).reply(200, signedPdf('audit'));
  };
  const sendIt = async () => {
    useFind();
    useCreate();
    useDistribute();
    expect((await post('send')).status).to.equal(202);
    await becomes({ status: 'sent', pending: null });
  };
  /** Makes tasks due that wait for their next attempt. */
  const passTime = () => connect().advanceClock(5 * 3_600_000);

  beforeEach(async () => {
    workspaces += 1;
    as = { workspaceId: `ws_sent_${workspaces}` };
    useDocumenso().get('/envelope?perPage=1').reply(200, empty);
    connection = await connect().create('/v1/connections', toDocumensoBody(), as);
    const template = { name: 'Reservation', body: '{{lead.name}} reserves {{unit.name}}.' };
    const { id } = await connect().create('/v1/document-templates', template, as);
    document = await connect().create('/v1/holds/hold_1/documents', { template_id: id }, as);
  });

  afterEach(() => {
    expect(nock.pendingMocks()).to.deep.equal([]);
  });

  it('is created with our id and the signature positions, and then distributed', async () => {
    let form = '';
    useFind();
    useDocumenso()
      .post('/envelope/create', (body: string) => {
        // nock passes a binary body as hexadecimal text.
        form = Buffer.from(body, 'hex').toString('utf8');
        return true;
      })
      .matchHeader('authorization', signatureSecrets.token)
      .reply(200, { id: `envelope_${document.id}` });
    useDistribute();
    expect((await post('send', { message: 'Please sign.' })).body).to.deep.include({
      status: 'draft',
      pending: 'send',
    });
    await becomes({ status: 'sent', pending: null, connection_id: connection.id });
    expect(form)
      .to.include(`"externalId":"${document.id}"`)
      .and.to.include('"type":"SIGNATURE"')
      .and.to.include('"page":2');
    expect(form).to.include('%PDF-').and.to.include('Please sign.');
    const events = await connect().events(document.id);
    expect(events.map(({ event }) => event)).to.deep.equal(['document.sent']);
    const { body: calls } = await connect().request('GET', `/v1/connections/${connection.id}/calls`, { as });
    expect(JSON.stringify(calls)).to.not.include('lucja@example.com').and.not.to.include(signatureSecrets.token);
    expect(calls[0].subject).to.deep.equal({ type: 'document', id: document.id });
  });

  it('is filed when everyone has signed, even if events are repeated or late', async () => {
    await sendIt();
    await tell(documensoEvent('DOCUMENT_OPENED', document.id, 'PENDING', { recipients: [{ readStatus: 'OPENED' }] }));
    await becomes({ status: 'viewed' });
    useDownloads();
    const signed = documensoEvent('DOCUMENT_COMPLETED', document.id, 'COMPLETED');
    const answers = await Promise.all([tell(signed), tell(signed)]);
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    await becomes({ status: 'signed', pending: null });
    await tell(documensoEvent('DOCUMENT_OPENED', document.id, 'PENDING', { createdTwice: true }));
    await tell(documensoEvent('DOCUMENT_REJECTED', document.id, 'REJECTED'));
    const { files, viewed_at } = await read();
    expect(viewed_at).to.not.equal(null);
    const stored = [files.signed, files.audit].map((id) => connect().leadFiles.files.get(id));
    expect(stored.map((file) => file?.name)).to.deep.equal(['Reservation (signed).pdf', 'Reservation (audit).pdf']);
    expect(stored.map((file) => file?.leadId)).to.deep.equal(['lead_1', 'lead_1']);
    const events = await connect().events(document.id);
    expect(events.map(({ event }) => event)).to.deep.equal(['document.sent', 'document.signed']);
    await eventually(async () => expect((await read()).status).to.equal('signed'));
  });

  it("is declined with the signer's reason", async () => {
    await sendIt();
    const recipients = [{ readStatus: 'OPENED', rejectionReason: 'Wrong price.' }];
    await tell(documensoEvent('DOCUMENT_REJECTED', document.id, 'REJECTED', { recipients }));
    await becomes({ status: 'declined', reason: 'Wrong price.' });
    const events = await connect().events(document.id);
    expect(events.map(({ event }) => event)).to.deep.equal(['document.sent', 'document.declined']);
  });

  it('is found by our id instead of being created again when the response was lost', async () => {
    useFind();
    useDocumenso().post('/envelope/create').replyWithError(new Error('socket hang up'));
    await post('send');
    await eventually(async () => expect((await read()).last_error?.code).to.equal('outcome_unknown'));
    useFind([documensoEnvelope('doc_other', 'DRAFT'), documensoEnvelope(document.id, 'DRAFT')]);
    useDistribute();
    passTime();
    await becomes({ status: 'sent', pending: null, last_error: null });
  });

  it('is not distributed again when the response was lost', async () => {
    useFind();
    useCreate();
    useDocumenso().post('/envelope/distribute').reply(503, { message: 'Busy.' });
    await post('send');
    await eventually(async () => expect((await read()).last_error?.code).to.equal('vendor_unavailable'));
    useFind([documensoEnvelope(document.id, 'PENDING')]);
    passTime();
    await becomes({ status: 'sent', pending: null });
  });

  it('waits when the vendor requests a delay', async () => {
    useDocumenso().get('/envelope').query(true).reply(429, { code: 'TOO_MANY_REQUESTS' }, { 'retry-after': '60' });
    await post('send');
    await eventually(async () => expect((await read()).last_error?.code).to.equal('rate_limited'));
    expect((await post('send')).body.reason).to.equal('document_pending');
    useFind();
    useCreate();
    useDistribute();
    passTime();
    await becomes({ status: 'sent' });
  });

  it('becomes a draft again when the vendor refuses it, and can be sent again', async () => {
    useFind();
    useDocumenso().post('/envelope/create').reply(400, { code: 'INVALID_BODY', message: 'lucja@example.com' });
    await post('send');
    await eventually(async () => expect((await read()).pending).to.equal(null));
    const { status, last_error } = await read();
    expect([status, last_error.code]).to.deep.equal(['draft', 'request_refused']);
    expect(last_error.message).to.not.include('lucja');
    await sendIt();
  });

  it('waits for new credentials if the vendor refuses them while the document is queued', async () => {
    useDocumenso().get('/envelope').query(true).reply(401, { code: 'UNAUTHORIZED' });
    await post('send');
    const readConnection = async () =>
      (await connect().request('GET', `/v1/connections/${connection.id}`, { as })).body;
    await eventually(async () => expect((await readConnection()).status).to.equal('needs_attention'));
    expect(await read()).to.deep.include({ status: 'draft', pending: 'send' });
    useDocumenso().get('/envelope?perPage=1').reply(200, empty);
    useFind();
    useCreate();
    useDistribute();
    const enabled = await connect().request('POST', `/v1/connections/${connection.id}/enable`, { as });
    expect(enabled.body.status).to.equal('active');
    await becomes({ status: 'sent', pending: null });
  });

  it("is filed later when the signed document can't be downloaded", async () => {
    await sendIt();
    useDocumenso().get(`/envelope/envelope_${document.id}`).reply(502, 'Bad gateway');
    await tell(documensoEvent('DOCUMENT_COMPLETED', document.id, 'COMPLETED'));
    await eventually(async () => expect((await read()).last_error?.code).to.equal('vendor_unavailable'));
    expect(await read()).to.deep.include({ status: 'sent', pending: 'file' });
    useDownloads();
    passTime();
    await becomes({ status: 'signed', last_error: null });
  });

  it('is voided at the vendor', async () => {
    await sendIt();
    useDocumenso()
      .post('/envelope/cancel', { envelopeId: `envelope_${document.id}`, reason: 'A typo.' })
      .reply(200, { success: true });
    const { status, body } = await post('void', { reason: 'A typo.' });
    expect([status, body.pending]).to.deep.equal([202, 'void']);
    await becomes({ status: 'voided', reason: 'A typo.', pending: null });
  });

  it('stays signed if it was signed before the cancellation reached the vendor', async () => {
    await sendIt();
    useDocumenso().post('/envelope/cancel').reply(400, { code: 'INVALID_REQUEST' });
    useDocumenso().get(`/envelope/envelope_${document.id}`).reply(200, documensoEnvelope(document.id, 'COMPLETED'));
    useDownloads();
    await post('void');
    await becomes({ status: 'signed', pending: null });
  });

  it('ignores forged, malformed and old events, and events about other documents', async () => {
    await sendIt();
    const signed = documensoEvent('DOCUMENT_COMPLETED', document.id, 'COMPLETED');
    expect((await tell(signed, 'forged')).status).to.equal(401);
    expect((await tell(signed, '')).status).to.equal(401);
    expect((await tell({ event: 'DOCUMENT_COMPLETED' })).status).to.equal(400);
    const old = new Date(Date.now() - 60 * 86_400_000).toISOString();
    expect((await tell({ ...signed, createdAt: old })).status).to.equal(400);
    expect((await tell(documensoEvent('DOCUMENT_COMPLETED', 'doc_other', 'COMPLETED'))).status).to.equal(200);
    expect(await read()).to.deep.include({ status: 'sent', pending: null });
  });
});
