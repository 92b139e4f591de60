import { expect } from 'chai';
import { eventually } from '../../../support/eventually.js';
import type { ExampleRecorder } from './example-recorder.js';
import type { Portfolio } from './tell-people-and-places.js';

const csv = { 'content-type': 'text/csv' };
/** Enough rows that two imports run until the third import is cancelled. */
const manyLeads = `name\n${Array.from({ length: 10_000 }, (_, place) => `Lead ${place}\n`).join('')}`;

async function waitForEnd({ api }: ExampleRecorder, id: string): Promise<void> {
  await eventually(async () => {
    const { record } = await api.get(`/v1/imports/${id}`);
    expect(record.status).to.be.oneOf(['completed', 'failed', 'cancelled']);
  });
}

/** A workspace runs two imports at the same time, so the third one waits. */
async function tellOfCancelled(recorder: ExampleRecorder): Promise<void> {
  const { api } = recorder;
  const start = async () => {
    const options = { body: manyLeads, headers: csv };
    return (await api.call('POST', '/v1/leads/import?dry_run=true', options)).record.id;
  };
  const running = [await start(), await start()];
  const waiting = await start();
  const gone = { status: 200, summary: 'One that waits' };
  await recorder.call('POST', `/v1/imports/${waiting}/cancel`, gone);
  for (const id of running) {
    await api.call('POST', `/v1/imports/${id}/cancel`, {});
    await waitForEnd(recorder, id);
  }
}

/** Undoes an import of leads, twice. */
async function tellOfUndo(recorder: ExampleRecorder, id: string): Promise<void> {
  const path = `/v1/imports/${id}/undo`;
  await recorder.call('POST', path, { status: 202, summary: 'Begun' });
  await eventually(async () => {
    const { record } = await recorder.api.get(`/v1/imports/${id}`);
    expect(record.undo).to.include({ status: 'completed' });
  });
  await recorder.call('POST', path, { status: 200, summary: 'Already undone' });
}

/** Imports files of leads, units and properties, and reads the results of their rows. */
export async function tellOfImports(recorder: ExampleRecorder, { propertyId }: Portfolio): Promise<void> {
  const leads =
    'Full name;E-mail;Budget from\nNoor Haddad;noor@example.com;300000\nOmar Said;omar.example.com;250000\n';
  const beginning = { status: 200, summary: 'The columns of a file', body: { resource: 'leads', text: leads } };
  const file = { status: 200, summary: 'A text', body: leads, headers: csv };
  await recorder.call('POST', '/v1/imports/preview/file', file);
  await recorder.call('POST', '/v1/imports/preview', beginning);
  await recorder.call('GET', '/v1/imports/fields?resource=leads', { status: 200, summary: 'Of leads' });
  const path = '/v1/leads/import?on_duplicate=return';
  const queued = { status: 202, summary: 'Queued', body: leads, headers: csv };
  const { id } = (await recorder.call('POST', path, queued)).record;
  await waitForEnd(recorder, id);
  await recorder.call('GET', `/v1/imports/${id}`, { status: 200, summary: 'One row was left out' });
  await recorder.call('GET', `/v1/imports/${id}/errors`, { status: 200, summary: 'One row' });
  await recorder.call('GET', '/v1/imports?resource=leads', { status: 200, summary: 'Of leads' });
  await recorder.call('POST', `/v1/imports/${id}/cancel`, { status: 409, summary: 'The import has ended' });
  await tellOfUndo(recorder, id);
  const units = `property_id,name,unit number,type,price,currency\n${propertyId},"Tower A, 1301",A-1301,apartment,445000,AED\n`;
  const dryRun = { status: 202, summary: 'A dry run', body: units, headers: csv };
  const unitImport = (await recorder.call('POST', '/v1/units/import?dry_run=true', dryRun)).record;
  await waitForEnd(recorder, unitImport.id);
  const properties = '{"name": "Creek Villas", "type": "villa", "location": {"city": "Dubai"}}\n';
  const lines = {
    status: 202,
    summary: 'JSON lines',
    body: properties,
    headers: { 'content-type': 'application/jsonl' },
  };
  const propertyImport = (await recorder.call('POST', '/v1/properties/import?dry_run=true', lines)).record;
  await waitForEnd(recorder, propertyImport.id);
  await tellOfCancelled(recorder);
}
