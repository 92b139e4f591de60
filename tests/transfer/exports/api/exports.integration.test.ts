import { gunzipSync } from 'node:zlib';
import { expect } from 'chai';
import { type Inventory, person } from '../../../inventory/support/inventory.js';
import { useFixture } from '../../../support/use-fixture.js';
import { finishExport, follow } from '../../support/finished-export.js';
import { startTransferBesideInventory } from '../../support/transfer-beside-inventory.js';

describe('exports', () => {
  const fixture = useFixture(startTransferBesideInventory);
  const transfer = () => fixture().transfer;
  const units = { resource: 'units', format: 'json' };

  const refusal = async (body: object, as = {}) => {
    const { status, body: answer } = await transfer().request('POST', '/v1/exports', { body, as });
    return [
      status,
      answer.reason ?? answer.code,
      ...(answer.details ?? []).map(({ field }: { field: string }) => field),
    ];
  };

  async function read(link: string): Promise<string> {
    const response = await follow(transfer(), link);
    expect(response.status).to.equal(200);
    return response.text();
  }

  it('write every record that the filters match, as GET shows it, in each format', async () => {
    const as = { workspaceId: 'ws_formats' };
    const { inventory } = fixture();
    const { id } = await inventory.property({ name: 'Quay' }, as);
    const all: Awaited<ReturnType<Inventory['unit']>>[] = [];
    for (const name of ['=1+1', 'B "1"', 'C'])
      all.push(await inventory.unit(id, { name, price: { amount: -0, currency: 'EUR' } }, as));
    const named = { property_name: 'Quay', assigned_agent_name: null, assigned_agent_email: null };
    const written = all.map((unit) => ({ ...unit, ...named }));
    await inventory.unit(id, { name: 'D', status: 'sold' }, as);
    const filters = { status: ['available', 'reserved'], property_id: id };
    const json = await finishExport(transfer(), { ...units, filters }, as);
    expect(json).to.deep.include({
      status: 'completed',
      progress: 1,
      records: 3,
      error: null,
      filters,
      gzip: false,
      bom: false,
    });
    expect(JSON.parse(await read(json.url))).to.deep.equal(written);
    const lines = await finishExport(transfer(), { ...units, format: 'jsonl', filters, gzip: true }, as);
    const packed = await follow(transfer(), lines.url);
    expect(packed.headers.get('content-type')).to.equal('application/gzip');
    const plain = gunzipSync(Buffer.from(await packed.arrayBuffer()))
      .toString()
      .trimEnd()
      .split('\n');
    expect(plain.map((line) => JSON.parse(line))).to.deep.equal(written);
    const table = (await read((await finishExport(transfer(), { ...units, format: 'csv', filters }, as)).url)).split(
      '\r\n',
    );
    expect(table[0]).to.match(/^id,external_id,property_id,property_name,name,/);
    expect(table[1]).to.include(`,'=1+1,`);
    expect(table[2]).to.include(',"B ""1""",');
    expect(table).to.have.length(5);
  });

  it('begin with a byte order mark if one is requested for CSV, and never for JSON', async () => {
    const as = { workspaceId: 'ws_mark' };
    const marked = await finishExport(transfer(), { ...units, format: 'csv', bom: true }, as);
    expect(marked).to.include({ bom: true, status: 'completed' });
    const begin = Buffer.from(await (await follow(transfer(), marked.url)).arrayBuffer()).subarray(0, 6);
    expect(begin.toString('hex')).to.equal(`efbbbf${Buffer.from('id,').toString('hex')}`);
    expect(await refusal({ ...units, bom: true })).to.deep.equal([422, 'VALIDATION_ERROR', 'bom']);
  });

  it('report filter errors, and write no file for an unknown filter', async () => {
    expect(await refusal({ ...units, filters: { status: 'gone', min_price: 'cheap' } })).to.deep.equal([
      422,
      'VALIDATION_ERROR',
      'filters.status',
      'filters.min_price',
    ]);
    expect(await refusal({ ...units, filters: { stage: 'won' } })).to.deep.equal([
      422,
      'VALIDATION_ERROR',
      'filters.stage',
    ]);
    expect(await refusal({ ...units, filters: { page: 2 } })).to.deep.equal([422, 'VALIDATION_ERROR', 'filters.page']);
    expect(await refusal({ ...units, filters: { status: { $ne: 'sold' } } })).to.deep.equal([400, 'BAD_REQUEST']);
    expect(await refusal({ ...units, filters: { status: { is: 'sold' } } })).to.include('filters.status');
    expect(await refusal({ ...units, filters: { status: 'x'.repeat(1_001) } })).to.include('filters.status');
    const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`f${n}`, 'x'.repeat(900)]));
    expect(await refusal({ ...units, filters: long })).to.deep.equal([422, 'VALIDATION_ERROR', 'filters']);
    expect(await refusal({ resource: 'teams', format: 'xml' })).to.deep.equal([
      422,
      'VALIDATION_ERROR',
      'resource',
      'format',
    ]);
  });

  it("require the resource's scope, and are refused to viewers", async () => {
    expect(await refusal(units, { scopes: ['read:leads'] })).to.deep.equal([403, 'missing_scope']);
    expect(await refusal(units, { scopes: ['write:properties'] })).to.deep.equal([403, 'missing_scope']);
    expect(await refusal(units, person('viewer'))).to.deep.equal([403, 'role_not_allowed']);
  });

  it('are visible to readers of the resource; agents see only their own exports, with records that they may view', async () => {
    const as = { workspaceId: 'ws_visible' };
    const { inventory } = fixture();
    const { id } = await inventory.property({}, as);
    await inventory.unit(id, { visibility: 'private' }, as);
    await inventory.unit(id, { visibility: 'public' }, as);
    const whole = await finishExport(transfer(), units, { ...as, ...person('admin') });
    const agent = { ...as, ...person('agent', 'agent_amira') };
    const own = await finishExport(transfer(), units, agent);
    expect([whole.records, own.records]).to.deep.equal([2, 1]);
    const list = async (caller: object) =>
      (await transfer().request('GET', '/v1/exports', { as: caller })).body.map((one: { id: string }) => one.id);
    expect(await list(agent)).to.deep.equal([own.id]);
    expect(await list(as)).to.deep.equal([own.id, whole.id]);
    expect(await list({ ...as, scopes: ['read:leads'] })).to.deep.equal([]);
    expect(await list({ workspaceId: 'ws_other' })).to.deep.equal([]);
    for (const caller of [agent, { workspaceId: 'ws_other' }, { ...as, scopes: ['read:leads'] }]) {
      const path = `/v1/exports/${whole.id}`;
      expect((await transfer().request('GET', path, { as: caller })).status).to.equal(404);
      expect((await transfer().request('POST', `${path}/cancel`, { as: caller })).status).to.equal(404);
    }
    const again = await transfer().request('POST', `/v1/exports/${own.id}/cancel`, { as });
    expect([again.status, again.body.reason]).to.deep.equal([409, 'job_finished']);
  });
});
