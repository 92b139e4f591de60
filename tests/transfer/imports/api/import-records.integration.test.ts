import { newId } from '@plotline/kit/core/ids';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { makeWorkbook } from '../../support/make-workbook.js';
import { startTransferService } from '../../support/transfer-service.js';

describe('POST /v1/leads/import', () => {
  const service = useFixture(() => startTransferService());

  it('returns a queued import and its mapping, and creates records in the order of the file', async () => {
    const csv =
      'Full name,E-mail,Colour\nAda,ada@example.com,red\nBen,ben.example.com,blue\n"Cy, jr.",cy@example.com,\n';
    const { status, body, headers } = await service().upload('/v1/leads/import', csv);
    expect([status, headers.get('retry-after')]).to.deep.equal([202, '2']);
    expect(body).to.deep.include({ resource: 'leads', mode: 'create', dry_run: false, on_duplicate: 'create' });
    expect(body).to.deep.include({ format: 'csv', separator: ',', status: 'queued', progress: 0, error: null });
    expect(body.mapping).to.deep.equal({ 'Full name': 'name', 'E-mail': 'email' });
    const ended = await service().importFile('/v1/leads/import', csv);
    expect(ended).to.deep.include({ status: 'completed', progress: 1 });
    expect(ended.rows).to.deep.equal({ total: 3, processed: 3, created: 2, updated: 0, unchanged: 0, failed: 1 });
    expect(ended.finished_at).to.be.a('string');
    expect(ended.created_ids).to.deep.equal(['lead_1', 'lead_3']);
    const [first] = service().records.requests;
    expect(first?.rows.map(({ number, record }) => [number, JSON.parse(record)])).to.deep.equal([
      [1, { name: 'Ada', email: 'ada@example.com' }],
      [2, { name: 'Ben', email: 'ben.example.com' }],
      [3, { name: 'Cy, jr.', email: 'cy@example.com' }],
    ]);
  });

  it('uses the mode and the duplicate handling in a dry run, and stores nothing', async () => {
    const before = service().records.stored.length;
    const path = '/v1/leads/import?dry_run=true&mode=upsert&on_duplicate=return';
    const ended = await service().importFile(path, 'name,email\nAda,ada@example.com\n');
    expect(ended.rows).to.include({ total: 1, created: 1, failed: 0 });
    expect(ended.created_ids).to.equal(null);
    expect(service().records.requests.at(-1)).to.include({ dry_run: true, mode: 'upsert', on_duplicate: 'return' });
    expect(service().records.stored).to.have.length(before);
  });

  it('accepts a form with options before the file, and uses the format of the file name', async () => {
    const form = new FormData();
    form.append('mode', 'upsert');
    form.append('mapping', '{"who": "name", "mail": "email"}');
    form.append('separator', 'semicolon');
    form.append('file', new Blob(['who;mail\nAda;ada@example.com\n']), 'leads.csv');
    const ended = await service().importFile('/v1/leads/import', form);
    expect(ended).to.deep.include({ mode: 'upsert', separator: ';', mapping: { who: 'name', mail: 'email' } });
    expect(ended.rows).to.include({ created: 1 });
  });

  it('reads cells by the options in the query or form, and returns the options and the meaning of the columns', async () => {
    const file = 'name,email,source,budget,last_contacted\nAda,ada@example.com,Zoopla,"450,000",03/11/2026\n';
    const form = new FormData();
    form.append('date_order', 'dmy');
    form.append('value_map', '{"source": {"Zoopla": "portal"}}');
    form.append('file', new Blob([file]), 'leads.csv');
    const query = `number_format=1.234,56&defaults=${encodeURIComponent('{"currency": "AED"}')}&dry_run=true`;
    const ended = await service().importFile(`/v1/leads/import?${query}`, form);
    expect(ended).to.deep.include({
      number_format: '1.234,56',
      date_order: 'dmy',
      value_map: { source: { Zoopla: 'portal' } },
      defaults: { 'budget.currency': 'AED' },
    });
    expect(ended.sample.map(({ record }: { record: object }) => record)).to.deep.equal([
      {
        name: 'Ada',
        email: 'ada@example.com',
        source: 'portal',
        budget: { max: 450, currency: 'AED' },
        last_contacted: '2026-11-03T00:00:00.000Z',
      },
    ]);
    const dates = ended.understood.find(({ field }: { field: string }) => field === 'last_contacted');
    expect(dates).to.deep.include({ date_order: 'dmy', reason: 'date_order says so.' });
  });

  it('accepts JSON lines unchanged, and XML by element names', async () => {
    const lines = '{"name": "Ada", "email": "ada@example.com", "budget": {"min": 5}}\n[]\n';
    const jsonl = await service().importFile('/v1/leads/import', lines, { type: 'application/jsonl' });
    expect(jsonl).to.deep.include({ format: 'jsonl', mapping: null });
    expect(jsonl.rows).to.include({ total: 2, created: 1, failed: 1 });
    expect(service().records.stored.at(-1)).to.deep.equal({
      name: 'Ada',
      email: 'ada@example.com',
      budget: { min: 5 },
    });
    const xml = '<leads><lead><name>Ben</name><email>ben@example.com</email></lead></leads>';
    const ended = await service().importFile('/v1/leads/import', xml, { type: 'application/xml' });
    expect(ended.rows).to.include({ total: 1, created: 1 });
    expect(service().records.stored.at(-1)).to.deep.equal({ name: 'Ben', email: 'ben@example.com' });
  });

  it('accepts a JSON array, even if it is sent as JSON lines', async () => {
    const array = '[\n{"name": "Ada", "email": "ada@example.com"},\n{"name": "Ben", "email": "ben@example.com"}\n]\n';
    for (const type of ['application/json', 'application/x-ndjson']) {
      const ended = await service().importFile('/v1/leads/import', array, { type });
      expect(ended.rows).to.include({ total: 2, created: 2, failed: 0 });
    }
  });

  it('accepts a sheet from an Excel workbook', async () => {
    const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
    const leads = `<row>${cell('name')}${cell('email')}</row><row r="4">${cell('Ada')}${cell('ada@example.com')}</row>`;
    const form = (sheet: string) => {
      const parts = new FormData();
      parts.append('sheet', sheet);
      const bytes = makeWorkbook({ sheets: { Notes: `<row>${cell('note')}</row>`, Leads: leads } });
      parts.append('file', new Blob([new Uint8Array(bytes)]), 'leads.xlsx');
      return parts;
    };
    const ended = await service().importFile('/v1/leads/import', form('Leads'));
    expect(ended).to.deep.include({ format: 'xlsx', sheet: 'Leads', separator: null, status: 'completed' });
    expect(ended.rows).to.include({ total: 1, created: 1, failed: 0 });
    const { status, body } = await service().upload('/v1/leads/import', form('Units'));
    expect([status, body.details[0].field, body.details[0].message]).to.deep.equal([
      422,
      'sheet',
      'names no sheet of the file: "Units"; its sheets are "Notes", "Leads"',
    ]);
  });

  const csv = 'name,email\nAda,ada@example.com\n';
  const refusals: readonly (readonly [string, string, string, string, string?])[] = [
    ['an empty file', '', ' ', 'file'],
    ['a file without rows', '', 'name,email\n', 'file'],
    ['an array that has no end', '', '[{"name":"Ada"}', 'file', 'application/x-ndjson'],
    ['a mapping that is not JSON', '?mapping=name', csv, 'mapping'],
    [
      'an unknown value of an option',
      `?value_map=${encodeURIComponent('{"source":{"A":"b"}}')}`,
      `${csv}`,
      'value_map.source.A',
    ],
    ['a mapping of a column that is not there', '?mapping={"phone":"phone"}', csv, 'mapping.phone'],
    ['a mapping to a field that is not there', '?mapping={"name":"nickname"}', csv, 'mapping.name'],
    ['no column with the name of a field', '', 'x,y\n1,2\n', 'mapping'],
    ['an unknown charset', '', csv, 'file', 'text/csv; charset=ebcdic'],
    ['an archive', '', 'PK\u0003\u0004....', 'file'],
    ['another format than announced', '', csv, 'file', 'application/xml'],
    ['an unknown mode', '?mode=replace', csv, 'mode'],
    ['an unknown separator', '?separator=colon', csv, 'separator'],
    ['a DTD', '', '<!DOCTYPE a [<!ENTITY b "c">]><leads><lead><name>&b;</name></lead></leads>', 'file', 'text/xml'],
  ];
  for (const [what, query, content, field, type] of refusals) {
    it(`refuses ${what}, reports ${field}, and keeps nothing`, async () => {
      const before = (await service().listFiles()).length;
      const { status, body } = await service().upload(`/v1/leads/import${query}`, content, { ...(type && { type }) });
      expect([status, body.code], JSON.stringify(body)).to.deep.equal([422, 'VALIDATION_ERROR']);
      expect(body.details.map((detail: { field: string }) => detail.field)).to.include(field);
      expect(await service().listFiles()).to.have.length(before);
    });
  }

  it('refuses an unsupported type, a repeated option, and a form with a file of another type', async () => {
    expect((await service().upload('/v1/leads/import', '{}', { type: 'application/pdf' })).status).to.equal(400);
    const form = (name: string) => {
      const parts = new FormData();
      parts.append('mode', 'create');
      parts.append('file', new Blob([csv]), name);
      return parts;
    };
    const twice = await service().upload('/v1/leads/import?mode=create', form('leads.csv'));
    expect([twice.status, twice.body.details[0].field]).to.deep.equal([422, 'mode']);
    const other = await service().upload('/v1/leads/import', form('leads.docx'));
    expect([other.status, other.body.details[0].field]).to.deep.equal([422, 'file']);
  });

  it('fails before anything is stored when the file cannot be read to its end', async () => {
    const before = service().records.stored.length;
    const rows = Array.from({ length: 2_000 }, (_, place) => `Lead ${place},lead${place}@example.com\n`).join('');
    const ended = await service().importFile('/v1/leads/import', `name,email\n${rows}"Ada,ada@example.com\n`);
    expect(ended).to.deep.include({ status: 'failed' });
    expect(ended.error.details[0].field).to.equal('file');
    expect(ended.rows).to.include({ processed: 0, created: 0 });
    expect(service().records.stored).to.have.length(before);
  });

  it('continues after an outage of the service that owns the records', async () => {
    service().records.outages = 2;
    const ended = await service().importFile('/v1/leads/import', csv);
    expect(ended).to.deep.include({ status: 'completed' });
    expect(ended.rows).to.include({ created: 1 });
  });

  it('is replayed for the same file with the same Idempotency-Key, and refused for a different file', async () => {
    const as = { workspaceId: newId('ws') };
    const headers = { 'idempotency-key': 'one' };
    const first = await service().upload('/v1/leads/import', csv, { as, headers });
    const files = await service().listFiles();
    const again = await service().upload('/v1/leads/import', csv, { as, headers });
    expect([again.body.id, again.headers.get('idempotency-replayed')]).to.deep.equal([first.body.id, 'true']);
    expect((await service().upload('/v1/leads/import', `${csv}Ben,b@x.io\n`, { as, headers })).status).to.equal(422);
    const added = (await service().listFiles()).filter((name) => !files.includes(name));
    expect(added).to.deep.equal([]);
  });
});
