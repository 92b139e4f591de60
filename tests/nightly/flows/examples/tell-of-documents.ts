import { eventually } from '../../../support/eventually.js';
import { newWorkspace } from '../../../support/workspace.js';
import type { ExampleRecorder } from './example-recorder.js';

/** Credentials that the fake Documenso accepts. */
const apiToken = `api_${'fake'.repeat(6)}a1b2`;

const pdf = { body: '%PDF-1.4\n%%EOF\n', headers: { 'content-type': 'application/pdf' } };
const agreement = {
  name: 'Reservation agreement',
  body: '# Reservation\n\n**{{lead.name}}** reserves {{unit.name}} in {{property.name}}, {{today}}.',
};

/** Holds a unit and sells another property, and returns the hold and the deal. */
async function createSale({ api }: ExampleRecorder) {
  const property = { name: 'Marina Walk', type: 'apartment', location: { city: 'Dubai' } };
  const { id: property_id } = await api.create('/v1/properties', property);
  const unit = { property_id, name: 'Tower B, 1204', price: { amount: 1_250_000, currency: 'AED' } };
  const { id: unit_id } = await api.create('/v1/units', unit);
  const lead = await api.create('/v1/leads', { name: 'Noor Haddad', email: 'noor.haddad@example.com' });
  const hold = await api.create('/v1/holds', { unit_id, lead_id: lead.id });
  const { id: sold } = await api.create('/v1/properties', { ...property, name: 'Canal View' });
  const buyer = await api.create('/v1/leads', { name: 'Sami Haddad', email: 'sami.haddad@example.com' });
  await api.post(`/v1/leads/${buyer.id}/won`, { property_id: sold, deal_value: 900_000 });
  const [deal] = (await api.get(`/v1/deals?lead_id=${buyer.id}`)).records;
  if (!deal) throw new Error('The sale left no deal.');
  return { hold, deal };
}

async function tellOfTemplates(recorder: ExampleRecorder): Promise<string> {
  const path = '/v1/document-templates';
  const made = { status: 201, summary: 'With fields of lead and unit', body: agreement };
  const { id } = (await recorder.call('POST', path, made)).record;
  const wrong = { ...agreement, body: '{{lead.shoe_size}}' };
  await recorder.call('POST', path, { status: 422, summary: 'A field that is unknown', body: wrong });
  await recorder.call('GET', path, { status: 200, summary: 'All templates' });
  await recorder.call('GET', `${path}/${id}`, { status: 200, summary: 'One template' });
  const renamed = { status: 200, summary: 'Another name', body: { name: 'Reservation (2026)' } };
  await recorder.call('PUT', `${path}/${id}`, renamed);
  const both = { status: 422, summary: 'For a deal and a hold' };
  await recorder.call('GET', `${path}/${id}/preview?deal_id=deal_1&hold_id=hold_1`, both);
  const other = await recorder.api.create(path, { name: 'Letter', body: 'Dear {{lead.name}},' });
  await recorder.call('DELETE', `${path}/${other.id}`, { status: 204, summary: 'Deleted' });
  return id;
}

/** Connects the workspace to the fake Documenso, which confirms everything. */
async function connect({ api }: ExampleRecorder): Promise<void> {
  await api.create('/v1/connections', { provider: 'documenso', credentials: { api_token: apiToken } });
}

async function waitForSent({ api }: ExampleRecorder, id: string): Promise<void> {
  await eventually(async () => {
    const { record } = await api.get(`/v1/documents/${id}`);
    if (record.status !== 'sent' || record.pending !== null) throw new Error('The document is not sent yet.');
  });
}

/** Has one document signed at the provider and another on paper. Also voids documents of both kinds. */
async function tellOfSigning(recorder: ExampleRecorder, ids: readonly [string, string, string]): Promise<void> {
  const [sentId, paperId, draftId] = ids.map((id) => `/v1/documents/${id}`);
  const message = { message: 'Please sign by Friday.' };
  const none = { status: 409, summary: 'No connection can send documents', body: message };
  await recorder.call('POST', `${sentId}/send`, none);
  await connect(recorder);
  await recorder.call('POST', `${sentId}/send`, { status: 202, summary: 'With a text to signers', body: message });
  await waitForSent(recorder, ids[0]);
  await recorder.call('GET', `${sentId}/content?version=signed`, { status: 409, summary: 'Not signed yet' });
  await recorder.call('GET', `${sentId}`, { status: 200, summary: 'A document that is sent' });
  const price = { reason: 'The price has changed.' };
  await recorder.call('POST', `${sentId}/void`, { status: 202, summary: 'The provider is asked', body: price });
  await recorder.call('POST', `${draftId}/void`, { status: 200, summary: 'A draft', body: price });
  await recorder.call('POST', `${draftId}/void`, { status: 409, summary: 'The document is voided', body: price });
  await recorder.call('POST', `${paperId}/signed`, { status: 200, summary: 'Signed on paper', ...pdf });
  await recorder.call('POST', `${paperId}/signed`, { status: 409, summary: 'The document is signed', ...pdf });
  const signed = { status: 200, summary: 'Signed documents' };
  await recorder.call('GET', '/v1/documents?status=signed', signed);
}

/** Adds files to a lead until the lead accepts no more documents. */
async function tellOfFullLead(recorder: ExampleRecorder, record: string, leadId: unknown, template_id: string) {
  const upload = () => recorder.api.call('POST', `/v1/files?lead_id=${leadId}&name=Plan.pdf`, pdf);
  let { status } = await upload();
  while (status === 201) ({ status } = await upload());
  const full = { status: 409, summary: 'The lead has too many files', body: { template_id } };
  await recorder.call('POST', `${record}/documents`, full);
}

/** Creates documents for a hold and a deal from a template, in a separate workspace. */
export async function tellOfDocuments(whole: ExampleRecorder): Promise<void> {
  const { api } = await newWorkspace({ currency: 'AED' });
  const recorder = whole.by(api);
  const { hold, deal } = await createSale(recorder);
  const template_id = await tellOfTemplates(recorder);
  const signers = [
    { name: 'Noor Haddad', email: 'noor.haddad@example.com' },
    { name: 'Ada Okafor', email: 'ada.okafor@example.com' },
  ];
  const forTwo = { status: 201, summary: 'With two signers', body: { template_id, signers } };
  const held = `/v1/holds/${hold.id}/documents`;
  const sent = (await recorder.call('POST', held, forTwo)).record;
  const missing = { status: 422, summary: 'No such template', body: { template_id: 'dtpl_1' } };
  await recorder.call('POST', held, missing);
  const draft = await recorder.api.create(held, { template_id, name: 'Second agreement' });
  const contract = { name: 'Contract', body: '{{lead.name}} buys {{property.name}} for {{deal.value}}.' };
  const { id } = await recorder.api.create('/v1/document-templates', contract);
  const ofDeal = { status: 201, summary: 'Signed by the lead', body: { template_id: id } };
  const paper = (await recorder.call('POST', `/v1/deals/${deal.id}/documents`, ofDeal)).record;
  const unfit = { template_id };
  await recorder.call('POST', `/v1/deals/${deal.id}/documents`, {
    status: 422,
    summary: 'A template for units',
    body: unfit,
  });
  await tellOfSigning(recorder, [sent.id, paper.id, draft.id]);
  await tellOfFullLead(recorder, `/v1/holds/${hold.id}`, hold.lead_id, template_id);
  await tellOfFullLead(recorder, `/v1/deals/${deal.id}`, deal.lead_id, id);
}
