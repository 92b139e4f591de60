import { importFields } from '@plotline/transfer/imports/model/import-fields';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startTransferService } from '../../support/transfer-service.js';

const agent = { scopes: ['admin'], actor: { type: 'user', id: 'user_1', name: 'Ada', role: 'agent' } } as const;

describe('POST /v1/imports/preview', () => {
  const service = useFixture(() => startTransferService());
  const preview = (body: object, as: object = {}) => service().request('POST', '/v1/imports/preview', { body, as });

  it('returns the columns, the mapping and the first records of a text that may end anywhere', async () => {
    const text = 'Full name;E-mail;Colour\nAda;ada@example.com;red\nBen;ben@example.com;"bl';
    const { status, body } = await preview({ resource: 'leads', text });
    expect(status).to.equal(200);
    const { understood, sample, ...rest } = body;
    expect(rest).to.deep.equal({
      format: 'csv',
      separator: ';',
      columns: ['Full name', 'E-mail', 'Colour'],
      mapping: { 'Full name': 'name', 'E-mail': 'email' },
      rows: [{ 'Full name': 'Ada', 'E-mail': 'ada@example.com', Colour: 'red' }],
    });
    expect(understood.map(({ field }: { field: string }) => field)).to.deep.equal(['name', 'email']);
    expect(sample.map(({ record }: { record: object }) => record)).to.deep.equal([
      { name: 'Ada', email: 'ada@example.com' },
    ]);
    const imported = await service().upload('/v1/leads/import', 'Full name;E-mail;Colour\nAda;ada@example.com;red\n');
    expect(imported.body.mapping).to.deep.equal(body.mapping);
  });

  it('omits an incomplete last record', async () => {
    const { body } = await preview({ resource: 'leads', text: 'name,email\nAda,ada@example.com\nBe' });
    expect(body.rows).to.deep.equal([{ name: 'Ada', email: 'ada@example.com' }]);
  });

  it('shows at most 20 rows, and no records when no column matches a field', async () => {
    const text = `x,y\n${'1,2\n'.repeat(100)}`;
    const { body } = await preview({ resource: 'units', text, separator: 'comma' });
    expect(body).to.deep.include({ columns: ['x', 'y'], mapping: {} });
    expect(body.rows).to.have.length(20);
    expect(body.sample).to.deep.equal([]);
  });

  it('shows the records as they would be stored, with all their errors, and how their columns are read', async () => {
    const text = [
      'Name,Email,Budget (AED),Source,Last contact',
      'Ada,ada@example.com,450k,Zoopla,25/11/2026',
      'Ben,none,much,Friend,03/11/2026',
      '',
    ].join('\n');
    const options = { value_map: { source: { Zoopla: 'portal' } }, defaults: { tags: 'new' } };
    const { body } = await preview({ resource: 'leads', text, ...options });
    expect(body.sample[0]).to.deep.include({
      record: {
        name: 'Ada',
        email: 'ada@example.com',
        budget: { max: 450_000, currency: 'AED' },
        source: 'portal',
        tags: ['new'],
        last_contacted: '2026-11-25T00:00:00.000Z',
      },
      details: [],
    });
    expect(body.sample[1].record).to.deep.include({ name: 'Ben', last_contacted: '2026-11-03T00:00:00.000Z' });
    const fields = body.sample[1].details.map(({ field }: { field: string }) => field);
    expect(fields).to.have.members(['budget.max', 'source', 'email']);
    const byField = Object.fromEntries(body.understood.map((column: { field: string }) => [column.field, column]));
    expect(byField.last_contacted).to.deep.include({ date_order: 'dmy' });
    expect(byField.last_contacted.reason).to.match(/^Day first, because row \d is "25\/11\/2026"\.$/);
    expect(byField.source.unknown_values).to.deep.equal([{ value: 'Friend', count: 1 }]);
    expect(byField['budget.max']).to.deep.include({ unit: 'AED' });
    expect(service().records.requests.every((request) => request.dry_run || request.rows.length === 1)).to.equal(true);
  });

  it('lists the fields in JSON lines and in XML', async () => {
    const lines = await preview({
      resource: 'leads',
      format: 'jsonl',
      text: '{"name":"Ada","mail":"a@b.example"}\n{"na',
    });
    expect(lines.body).to.deep.include({
      separator: null,
      columns: ['name', 'mail'],
      mapping: { name: 'name' },
      rows: [{ name: 'Ada', mail: 'a@b.example' }],
    });
    const xml = await preview({ resource: 'leads', format: 'xml', text: '<leads><lead><name>Ada</name></lead><lead>' });
    expect(xml.body).to.deep.include({ columns: ['name'], mapping: { name: 'name' }, rows: [{ name: 'Ada' }] });
  });

  it('returns the mapping that an XML import uses, including nested lists', async () => {
    const record = '<lead><name>Ada</name><email>a@example.com</email><mail>x</mail><tags><tag>vip</tag></tags></lead>';
    const text = `<leads>${record}</leads>`;
    const { body } = await preview({ resource: 'leads', format: 'xml', text });
    expect(body.mapping).to.deep.equal({ name: 'name', email: 'email', 'tags.tag': 'tags' });
    await service().importFile('/v1/leads/import', text, { type: 'application/xml' });
    const imported = { name: 'Ada', email: 'a@example.com', tags: ['vip'] };
    expect(service().records.stored.at(-1)).to.deep.equal(imported);
    const query = `?mapping=${encodeURIComponent(JSON.stringify(body.mapping))}`;
    await service().importFile(`/v1/leads/import${query}`, text, { type: 'application/xml' });
    expect(service().records.stored.at(-1)).to.deep.equal(imported);
  });

  it('refuses text in another format, and reports the field', async () => {
    for (const [body, field] of [
      [{ resource: 'leads', text: '' }, 'text'],
      [{ resource: 'deals', text: 'name\nAda\n' }, 'resource'],
      [{ resource: 'leads', text: 'x'.repeat(65_537) }, 'text'],
      [{ resource: 'leads', text: '\n\n' }, 'file'],
      [{ resource: 'leads', format: 'xml', text: 'name,email' }, 'file'],
      [{ resource: 'leads', text: 'name\nAda\n', defaults: { shoe: 1 } }, 'defaults.shoe'],
      [{ resource: 'leads', text: 'name\nAda\n', mapping: { Nom: 'name' } }, 'mapping.Nom'],
    ] as const) {
      const { status, body: problem } = await preview(body);
      expect([status, problem.details[0].field]).to.deep.equal([422, field]);
    }
  });

  it('is allowed only for callers who may import the resource', async () => {
    const text = 'name\nTower\n';
    expect((await preview({ resource: 'properties', text }, agent)).status).to.equal(403);
    expect((await preview({ resource: 'leads', text }, agent)).status).to.equal(200);
    expect((await preview({ resource: 'leads', text }, { scopes: ['write:properties'] })).status).to.equal(403);
  });
});

describe('GET /v1/imports/fields', () => {
  const service = useFixture(() => startTransferService());
  const list = async (query: string, as: object = {}) =>
    (await service().request('GET', `/v1/imports/fields${query}`, { as })).body;

  it('lists the fields of a mapping, and marks the required ones', async () => {
    const fields = await list('?resource=leads');
    expect(fields.map(({ name }: { name: string }) => name)).to.deep.equal([...importFields.leads.keys()]);
    expect(fields).to.deep.include({
      ...{ resource: 'leads', name: 'budget.min', type: 'number', required: false },
      values: null,
    });
    expect(fields).to.deep.include({
      ...{ resource: 'leads', name: 'email', type: 'text', required: true },
      values: null,
    });
  });

  it('lists the fields of the resources that the caller may import', async () => {
    const resourcesOf = async (as: object) =>
      new Set((await list('', as)).map(({ resource }: { resource: string }) => resource));
    expect(await resourcesOf({})).to.have.all.keys('leads', 'units', 'properties');
    expect(await resourcesOf(agent)).to.have.all.keys('leads');
    expect(await list('?resource=units', agent)).to.deep.equal([]);
  });
});
