import type { ExampleRecorder } from './example-recorder.js';
import type { Leads } from './tell-of-leads.js';

const pdf = { body: '%PDF-1.4\n%%EOF\n', headers: { 'content-type': 'application/pdf' } };

/** Uploads a lead's document, reads it and deletes it. Also uploads files that are refused. */
export async function tellOfFiles(recorder: ExampleRecorder, { mariaId }: Leads): Promise<void> {
  const path = `/v1/files?lead_id=${mariaId}`;
  const uploaded = { status: 201, summary: 'A document of a lead', ...pdf };
  const { id } = (await recorder.call('POST', `${path}&name=Offer.pdf`, uploaded)).record;
  await recorder.call('POST', path, { status: 422, summary: 'A web page', ...pdf, body: '<!doctype html>' });
  await recorder.call('GET', path, { status: 200, summary: 'Of a lead' });
  await recorder.call('GET', `/v1/files/${id}`, { status: 200, summary: 'With an address that ends' });
  await recorder.call('DELETE', `/v1/files/${id}`, { status: 204, summary: 'Deleted' });
}
