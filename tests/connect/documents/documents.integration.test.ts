import { expect } from 'chai';
import { eventually } from '../../support/eventually.js';
import type { Reply } from '../../support/started-service.js';
import { useFixture } from '../../support/use-fixture.js';
import { startConnect } from '../support/connect.js';
import { signedPdf } from '../support/signatures.js';

const body = '# Reservation\n\n{{lead.name}} reserves {{unit.name}} for {{hold.price}}.';

describe('documents of deals and holds', () => {
  const connect = useFixture(startConnect);
  let workspaces = 0;
  let as = { workspaceId: '' };
  let templateId = '';
  const createTemplate = async (text: string) =>
    (await connect().create('/v1/document-templates', { name: 'Reservation', body: text }, as)).id;
  const create = (change: object = {}): Promise<Reply['body']> =>
    connect().create('/v1/holds/hold_1/documents', { template_id: templateId, ...change }, as);
  const upload = (id: string, content: Buffer) =>
    connect().request('POST', `/v1/documents/${id}/signed`, {
      as,
      file: { type: 'application/pdf', content: new Uint8Array(content) },
    });

  beforeEach(async () => {
    workspaces += 1;
    as = { workspaceId: `ws_documents_${workspaces}` };
    connect().leadFiles.isFull = false;
    templateId = await createTemplate(body);
  });

  it('are created from a template and the data of a hold, and stored as files of the lead', async () => {
    const document = await create();
    expect(document).to.deep.include({
      status: 'draft',
      hold_id: 'hold_1',
      deal_id: null,
      lead_id: 'lead_1',
      pages: 2,
    });
    expect(document.signers).to.deep.equal([{ name: 'Łucja Ångström', email: 'lucja@example.com' }]);
    const stored = connect().leadFiles.files.get(document.files.original);
    expect(stored).to.deep.include({ leadId: 'lead_1', name: 'Reservation.pdf' });
    const content = await connect().request('GET', `/v1/documents/${document.id}/content`, { as });
    expect(content.headers.get('content-length')).to.equal(String(stored?.content.length));
    expect(content.body).to.match(/^%PDF-/);
  });

  it('are listed by status, hold and lead, and return 404 for another workspace', async () => {
    const { id } = await create();
    const list = async (query: string) => (await connect().request('GET', `/v1/documents?${query}`, { as })).body;
    expect(await list('status=draft&hold_id=hold_1')).to.have.length(1);
    expect(await list('lead_id=lead_1')).to.have.length(1);
    expect(await list('status=signed')).to.have.length(0);
    expect(await list('deal_id=deal_1')).to.have.length(0);
    const other = await connect().request('GET', `/v1/documents/${id}`, { as: { workspaceId: 'ws_documents_other' } });
    expect(other.status).to.equal(404);
  });

  it('are rejected if the deal lacks fields; the error names these fields', async () => {
    const post = (change: object) =>
      connect().request('POST', '/v1/deals/deal_1/documents', { as, body: { template_id: templateId, ...change } });
    const { status, body: problem } = await post({});
    expect(status).to.equal(422);
    expect(problem.details[0].field).to.equal('template_id');
    expect(problem.details[0].message).to.include('{{unit.name}}, {{hold.price}}');
    expect((await post({ template_id: 'dtpl_none' })).body.details[0].field).to.equal('template_id');
    const fitting = await createTemplate('{{lead.name}} buys a part of {{property.name}} for {{deal.value}}.');
    expect((await post({ template_id: fitting })).body).to.deep.include({ deal_id: 'deal_1', hold_id: null });
  });

  it("are refused for an unknown hold, and when the file exceeds the plan's storage", async () => {
    const post = (id: string) =>
      connect().request('POST', `/v1/holds/${id}/documents`, { as, body: { template_id: templateId } });
    expect((await post('hold_none')).status).to.equal(404);
    connect().leadFiles.isFull = true;
    expect((await post('hold_1')).body.reason).to.equal('storage_limit_reached');
  });

  it('are signed without a provider when a signed copy is uploaded, and publish the event', async () => {
    const { id } = await create();
    const sent = await connect().request('POST', `/v1/documents/${id}/send`, { as, body: {} });
    expect(sent.body.reason).to.equal('no_signature_connection');
    expect((await upload(id, Buffer.from('no PDF'))).body.details).to.deep.equal([
      { field: 'file', message: 'must be a PDF' },
    ]);
    const { status, body: signed } = await upload(id, signedPdf('on paper'));
    expect(status, JSON.stringify(signed)).to.equal(200);
    expect(signed).to.deep.include({ status: 'signed', sent_at: null });
    const content = await connect().request('GET', `/v1/documents/${id}/content?version=signed`, { as });
    expect(content.body).to.include('on paper');
    const [event, ...others] = await connect().events(id);
    expect(others).to.deep.equal([]);
    expect(event.event).to.equal('document.signed');
    expect(event.data).to.deep.include({ id, status: 'signed', lead_id: 'lead_1' });
  });

  it('do not change once they are signed', async () => {
    const { id } = await create();
    await upload(id, signedPdf('on paper'));
    const again = await upload(id, signedPdf('another'));
    expect(again.body.reason).to.equal('document_status');
    const path = `/v1/documents/${id}`;
    expect((await connect().request('POST', `${path}/void`, { as, body: {} })).body.reason).to.equal('document_status');
    expect((await connect().request('GET', `${path}/content?version=audit`, { as })).status).to.equal(409);
  });

  it('are voided immediately if they are drafts, and then stay voided', async () => {
    const { id } = await create();
    const path = `/v1/documents/${id}`;
    const { status, body: voided } = await connect().request('POST', `${path}/void`, {
      as,
      body: { reason: 'A typo.' },
    });
    expect([status, voided.status, voided.reason]).to.deep.equal([200, 'voided', 'A typo.']);
    expect((await upload(id, signedPdf('late'))).status).to.equal(409);
    expect(await connect().events(id)).to.deep.equal([]);
  });

  it('are erased with their lead, and follow merged leads even if merges are reported in any order', async () => {
    const { id } = await create();
    const { createLeadConsumer } = await import('@plotline/connect/documents/work/follow-leads');
    const consumer = createLeadConsumer(connect().context);
    const tell = (name: string, data: object) => {
      const timestamp = new Date().toISOString();
      const payload = JSON.stringify({ id: 'evt_1', event: name, timestamp, workspace_id: as.workspaceId, data });
      return consumer.handle({ id: 'evt_1', name, payload, mode: 'live', requestId: 'req_1' });
    };
    const read = () => connect().request('GET', `/v1/documents/${id}`, { as });
    // The event of the later merge arrives first. It includes the lead of the earlier merge.
    await tell('merging.lead', { lead_id: 'lead_3', merged_ids: ['lead_2', 'lead_1'] });
    await tell('merging.lead', { lead_id: 'lead_2', merged_ids: ['lead_1'] });
    expect((await read()).body.lead_id).to.equal('lead_3');
    await tell('erasure.lead', { lead_id: 'lead_3', merged_ids: [] });
    await eventually(async () => expect((await read()).status).to.equal(404));
    expect(await connect().journal(id)).to.deep.equal([]);
  });
});
