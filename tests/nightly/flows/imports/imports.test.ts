import { openFile } from '@plotline/transfer/formats/work/open-file';
import { expect } from 'chai';
import {
  download,
  importFile,
  listFailures,
  rowsOf,
  sendFile,
  waitForEnd,
} from '../../../flows/imports/import-client.js';
import type { ApiRecord } from '../../../support/api-client.js';
import { eventually } from '../../../support/eventually.js';
import { system } from '../../../support/system.js';
import { newWorkspace, type TestWorkspace } from '../../../support/workspace.js';
import { collect, inPieces } from '../../../transfer/support/file-content.js';
import { expectedMapping, faultKinds, makeLead, type Row, toCsv, toRow } from './source-file.js';

const count = 5000;
const faultCount = 40;
const path = '/v1/leads/import';

const leads = Array.from({ length: count }, (_, place) => makeLead(place + 1));
const rows = leads.map(toRow);

/** Returns the number of the record with this error. Errors are spread over the file. */
function toFaultyNumber(fault: number): number {
  return 60 + fault * 120;
}

const faults = Array.from({ length: faultCount }, (_, fault) => {
  const kind = faultKinds[fault % faultKinds.length];
  if (!kind) throw new Error('There is no such kind.');
  return { number: toFaultyNumber(fault), ...kind };
});
const faultsByNumber = new Map(faults.map((fault) => [fault.number, fault]));

function rowOf(number: number): Row {
  return rows[number - 1] ?? {};
}

/** File that contains errors. */
const faultyRows = rows.map((row, place) => ({
  ...row,
  ...faultsByNumber.get(place + 1)?.cells(row, rowOf(place)),
}));
const file = toCsv(faultyRows, (place) => faultsByNumber.get(place + 1)?.further ?? '');
/** Row number of a record in a spreadsheet whose header is row 1. */
const toSheetRow = (number: number) => number + 1;
const expectedFailures = faults.map(({ number, field }) => [toSheetRow(number), field]);

async function readRows(text: string): Promise<Row[]> {
  const { records } = await openFile(inPieces(text), { resource: 'leads', format: 'csv' });
  const toText = ([column, value]: [string, unknown]): [string, string] => [column, String(value)];
  return (await collect(records)).map(({ values }) => Object.fromEntries(Object.entries(values).map(toText)));
}

async function countLeads({ api }: TestWorkspace): Promise<unknown> {
  return Object(Object((await api.get('/v1/leads?per_page=1')).body).meta).total;
}

/** Lead ids from all `lead.created` events, one per event. */
async function readCreatedIds({ api }: TestWorkspace): Promise<unknown[]> {
  const ids: unknown[] = [];
  let after = '';
  for (;;) {
    const { body, records } = await api.get(`/v1/events?types=lead.created&per_page=100${after}`);
    ids.push(...records.map(({ data }) => Object(data).id));
    const meta = Object(Object(body).meta);
    after = `&after=${encodeURIComponent(meta.next_cursor)}`;
    if (meta.has_more !== true) return ids;
  }
}

async function exportLeads(workspace: TestWorkspace, format: string): Promise<string> {
  const { status, record, text } = await workspace.api.post('/v1/exports', { resource: 'leads', format });
  expect(status, text).to.equal(202);
  const { url, status: end } = await waitForEnd(workspace, `/v1/exports/${record.id}`);
  expect(end).to.equal('completed');
  return (await fetch(String(url))).text();
}

function pickSourceFields(lead: Readonly<Record<string, unknown>>) {
  const { external_id, name, email, phone, source, budget, notes, tags, next_follow_up } = lead;
  return { external_id, name, email, phone, source, budget, notes, tags, next_follow_up };
}

describe('an import of 5,000 leads with 40 errors of 12 kinds', () => {
  let workspace: TestWorkspace;
  let imported: ApiRecord;

  before(async () => {
    workspace = await newWorkspace();
  });

  it('reports its outcome in a dry run, and stores nothing', async () => {
    const form = new FormData();
    form.set('dry_run', 'true');
    form.set('file', new Blob([file], { type: 'text/csv' }), 'leads.csv');
    const request = new Request('http://localhost', { method: 'POST', body: form });
    const contentType = request.headers.get('content-type') ?? '';
    const run = await importFile(workspace, path, new Uint8Array(await request.arrayBuffer()), contentType);
    expect(run['status'], JSON.stringify(run['error'])).to.equal('completed');
    expect(run['dry_run']).to.equal(true);
    expect(run['mapping']).to.deep.equal(expectedMapping);
    expect(run['separator']).to.equal(';');
    expect(rowsOf(run)).to.include({ total: count, processed: count, created: count - faultCount, failed: faultCount });
    expect(await listFailures(workspace, run.id)).to.deep.equal(expectedFailures);
    expect(await countLeads(workspace)).to.equal(0);
  });

  it('imports each row once, even when its workers and pipeline are killed', async () => {
    const { status, record, text } = await sendFile(workspace, path, file);
    expect(status, text).to.equal(202);
    const importPath = `/v1/imports/${record.id}`;
    await eventually(async () => {
      expect(rowsOf((await workspace.api.get(importPath)).record).processed).to.be.above(0);
    });
    await Promise.all(['transfer', 'pipeline'].map((component) => system().kill(component)));
    await system().whenReady('transfer', 60_000);
    imported = await waitForEnd(workspace, importPath);
    expect(imported['status'], JSON.stringify(imported['error'])).to.equal('completed');
    expect(rowsOf(imported)).to.include({ total: count, processed: count, created: count - faultCount });
    expect(await listFailures(workspace, imported.id)).to.deep.equal(expectedFailures);
    expect(await countLeads(workspace)).to.equal(count - faultCount);
  });

  it('returns the failed rows as a CSV file that can be corrected and imported', async () => {
    const errors = await readRows(await download(workspace, `/v1/imports/${imported.id}/errors?format=csv`));
    expect(errors.map(({ row }) => Number(row))).to.deep.equal(faults.map(({ number }) => toSheetRow(number)));
    const mended = errors.map(({ row: sheetRow, error, ...cells }) => {
      const number = Number(sheetRow) - 1;
      const row = rowOf(number);
      const fault = faultsByNumber.get(number);
      expect(cells).to.deep.equal({ ...row, ...fault?.cells(row, rowOf(number - 1)) });
      expect(error).to.contain(fault?.field);
      return { ...cells, ...row, row: String(sheetRow), error: String(error) };
    });
    const rest = await importFile(workspace, path, toCsv(mended));
    expect(rest['mapping']).to.deep.equal(expectedMapping);
    expect(rowsOf(rest)).to.include({ total: faultCount, created: faultCount, failed: 0 });
    expect(await countLeads(workspace)).to.equal(count);
  });

  it('stores leads whose export equals the imported file', async () => {
    const text = await exportLeads(workspace, 'jsonl');
    const exported = text
      .trimEnd()
      .split('\n')
      .map((line) => pickSourceFields(JSON.parse(line)));
    const byId = new Map(exported.map((lead) => [lead.external_id, lead]));
    expect(exported.length).to.equal(count);
    for (const lead of leads) expect(byId.get(lead.external_id)).to.deep.equal(lead);
  });

  it('has a CSV export that contains no formulas and changes nothing when imported', async () => {
    const text = await exportLeads(workspace, 'csv');
    expect(text.split('\r\n').filter((line) => /(^|,)"?[=@\t]/.test(line))).to.deep.equal([]);
    const again = await importFile(workspace, `${path}?mode=upsert`, text);
    expect(rowsOf(again)).to.include({ total: count, unchanged: count, failed: 0 });
  });

  it('publishes one event for each created lead', async () => {
    const ids = await eventually(async () => {
      const read = await readCreatedIds(workspace);
      expect(read.length).to.be.at.least(count);
      return read;
    }, 60_000);
    expect(ids.length).to.equal(count);
    expect(new Set(ids).size).to.equal(count);
  });
});
