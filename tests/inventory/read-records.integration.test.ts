import type { Caller } from '@plotline/kit/core/caller';
import { expect } from 'chai';
import { parseRecords, type ReadRequest, readPage, readPages } from '../support/read-records.js';
import { refusalOf } from '../support/refusal-of.js';
import { useFixture } from '../support/use-fixture.js';
import { type Inventory, person, startInventory } from './support/inventory.js';

describe('ReadRecords of units and properties', () => {
  const inventory = useFixture(startInventory);
  const read = (request: Partial<ReadRequest>, as: Partial<Caller>) =>
    readPage(inventory(), { resource: 'units', ...request }, as);
  const walk = (request: Partial<ReadRequest>, as: Partial<Caller>) =>
    readPages(inventory(), { resource: 'units', ...request }, as);

  it('returns the records in the form of GET, oldest first, without repeating any across pages', async () => {
    const as = { workspaceId: 'ws_walk' };
    const { id } = await inventory().property({}, as);
    const units: Awaited<ReturnType<Inventory['unit']>>[] = [];
    for (const name of ['A', 'B', 'C', 'D', 'E']) units.push(await inventory().unit(id, { name }, as));
    const pages = await walk({ limit: 2 }, as);
    expect(pages.map(({ records }) => records.length)).to.deep.equal([2, 2, 1]);
    expect(pages.map(({ total }) => total)).to.deep.equal([5, 0, 0]);
    expect(parseRecords(...pages)).to.deep.equal(units);
    const [properties] = await walk({ resource: 'properties' }, as);
    const { body } = await inventory().request('GET', `/v1/properties/${id}`, { as });
    expect(parseRecords(properties ?? { records: [] })).to.deep.equal([body]);
  });

  it('adds the names of the property and the agent on request', async () => {
    const as = { workspaceId: 'ws_names' };
    const { id } = await inventory().property({ name: 'Quay' }, as);
    await inventory().unit(id, { assigned_agent: 'agent_amira' }, as);
    await inventory().unit(id, { name: 'B' }, as);
    const [sold, open] = parseRecords(await read({ with_names: true }, as));
    const names = { assigned_agent_name: 'Amira Haddad', assigned_agent_email: 'amira@example.com' };
    expect(sold).to.include({ property_name: 'Quay', ...names });
    expect(open).to.include({ property_name: 'Quay', assigned_agent_name: null, assigned_agent_email: null });
    expect(parseRecords(await read({}, as))[0]).not.to.have.property('property_name');
  });

  it('shows one snapshot on all pages, despite changes made meanwhile', async () => {
    const as = { workspaceId: 'ws_state' };
    const { id } = await inventory().property({}, as);
    const units: Awaited<ReturnType<Inventory['unit']>>[] = [];
    for (const name of ['A', 'B', 'C', 'D']) units.push(await inventory().unit(id, { name }, as));
    const begin = await read({ limit: 1 }, as);
    await inventory().unit(id, { name: 'E' }, as);
    const [, second, third] = units;
    await inventory().request('PUT', `/v1/units/${second?.['id']}`, { body: { status: 'sold' }, as });
    await inventory().request('DELETE', `/v1/units/${third?.['id']}`, { as });
    const rest = await read({ after: begin.next, snapshot: begin.snapshot }, as);
    expect(parseRecords(begin, rest)).to.deep.equal(units);
    const state = { resource: 'properties', snapshot: begin.snapshot };
    expect(parseRecords(await read(state, as))[0]).to.include({ units_count: 4, units_available: 4 });
    const now = await walk({}, as);
    expect(parseRecords(...now).map(({ status }) => status)).to.deep.equal([
      'available',
      'sold',
      'available',
      'available',
    ]);
  });

  it('filters like the list, and shows a person only records that the list would show', async () => {
    const as = { workspaceId: 'ws_filter' };
    const { id } = await inventory().property({}, as);
    await inventory().unit(id, { name: 'A', visibility: 'private', status: 'reserved' }, as);
    await inventory().unit(id, { name: 'B', visibility: 'public', status: 'reserved' }, as);
    await inventory().unit(id, { name: 'C', visibility: 'public' }, as);
    const query = `status=reserved,sold&property_id=${id}`;
    expect((await read({ query }, as)).total).to.equal(2);
    expect((await read({ query }, { ...as, ...person('agent', 'agent_amira') })).total).to.equal(1);
    expect((await read({ query }, { workspaceId: 'ws_other' })).total).to.equal(0);
    expect(await read({ query, limit: 0 }, as)).to.deep.equal({ records: [], next: '', snapshot: '', total: 2 });
  });

  it("refuses invalid filters with the list's errors", async () => {
    const faults = async (request: Partial<ReadRequest>) => {
      const { code, details } = await refusalOf(() => read({ limit: 0, ...request }, {}));
      return [code, ...details.map(({ field }) => field)];
    };
    expect(await faults({ query: 'status=gone&min_price=cheap' })).to.deep.equal([
      'VALIDATION_ERROR',
      'status',
      'min_price',
    ]);
    expect(await faults({ query: 'stage=won' })).to.deep.equal(['VALIDATION_ERROR', 'stage']);
    expect(await faults({ query: 'page=2&fields=id' })).to.deep.equal(['VALIDATION_ERROR', 'page', 'fields']);
    expect(await faults({ resource: 'leads' })).to.deep.equal(['VALIDATION_ERROR', 'resource']);
    expect(await faults({ limit: 501 })).to.deep.equal(['VALIDATION_ERROR', 'limit']);
    expect(await faults({ limit: 1, after: 'x' })).to.deep.equal(['VALIDATION_ERROR', 'cursor']);
    expect(await faults({ limit: 1, snapshot: 'x' })).to.deep.equal(['VALIDATION_ERROR', 'snapshot']);
  });

  it("requires the list's scopes, and refuses an expired snapshot", async () => {
    expect((await refusalOf(() => read({}, { scopes: ['read:leads'] }))).reason).to.equal('missing_scope');
    expect((await refusalOf(() => read({ snapshot: '1.1' }, {}))).code).to.equal('PRECONDITION_FAILED');
  });

  it('ends a page before it becomes too large for a message', async () => {
    const as = { workspaceId: 'ws_large' };
    const { id } = await inventory().property({}, as);
    const gallery = Array.from({ length: 50 }, (_, index) => `https://example.com/${'x'.repeat(1_900)}/${index}`);
    const units = Array.from({ length: 40 }, (_, index) => ({ name: `L ${index}`, gallery }));
    for (const unit of units) await inventory().unit(id, unit, as);
    const pages = await walk({}, as);
    expect(pages.length).to.be.greaterThan(1);
    expect(parseRecords(...pages).map(({ name }) => name)).to.deep.equal(units.map(({ name }) => name));
  });

  it('ends a page in time even if its text is much longer than the stored data', async () => {
    const as = { workspaceId: 'ws_escaped' };
    const names = Array.from({ length: 80 }, (_, index) => `E ${index}`);
    // JSON needs six characters for each of these. So the stored data fits in a message, but its text doesn't.
    for (const name of names) await inventory().property({ name, description: '\u0001'.repeat(10_000) }, as);
    const pages = await walk({ resource: 'properties' }, as);
    expect(pages.length).to.be.greaterThan(1);
    expect(parseRecords(...pages).map(({ name }) => name)).to.deep.equal(names);
  });
});
