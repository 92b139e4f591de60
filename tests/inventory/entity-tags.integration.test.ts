import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { callContext } from '../support/test-runtime.js';
import { useFixture } from '../support/use-fixture.js';
import { propertyBody, startInventory, unitBody } from './support/inventory.js';

describe('the ETag of a unit or property', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;
  beforeEach(async () => {
    propertyId = (await inventory().property()).id;
  });

  const tagOf = async (path: string) => (await inventory().request('GET', path)).headers.get('etag') ?? '';
  const ask = (method: string, path: string, tag: string, body?: object) =>
    inventory().request(method, path, { headers: { 'if-match': tag }, ...(body ? { body } : {}) });
  const tags = async (units: { id: string }[]) => Promise.all(units.map(({ id }) => tagOf(`/v1/units/${id}`)));

  it('satisfies If-Match until the record changes, and then causes 412 without a change', async () => {
    const unit = await inventory().unit(propertyId);
    for (const path of [`/v1/units/${unit.id}`, `/v1/properties/${propertyId}`]) {
      const tag = await tagOf(path);
      expect((await ask('PUT', path, tag, { name: 'New' })).status).to.equal(200);
      expect((await ask('PUT', path, tag, { name: 'Newer' })).status).to.equal(412);
      expect((await ask('DELETE', path, tag)).status).to.equal(412);
      expect((await inventory().request('GET', path)).body.name).to.equal('New');
      expect((await ask('DELETE', path, await tagOf(path))).status).to.be.oneOf([200, 204]);
    }
  });

  it('satisfies If-Match when it comes from a GET with expand or fields', async () => {
    const { id } = await inventory().unit(propertyId, { assigned_agent: 'agent_amira' });
    const tagged = [
      [`/v1/units/${id}`, '?expand=property,agent'],
      [`/v1/units/${id}`, '?fields=name'],
      [`/v1/properties/${propertyId}`, '?fields=name'],
    ] as const;
    for (const [path, parameters] of tagged) {
      const tag = await tagOf(path + parameters);
      expect(tag, 'each representation has its own').to.not.equal(await tagOf(path));
      expect((await ask('PUT', path, tag, { name: `Renamed ${parameters}` })).status, parameters).to.equal(200);
      expect((await ask('PUT', path, tag, { name: 'Again' })).status, parameters).to.equal(412);
    }
  });

  it('satisfies If-Match for a property after its units have changed', async () => {
    const path = `/v1/properties/${propertyId}`;
    const tag = await tagOf(path);
    const { id } = await inventory().unit(propertyId);
    await inventory().request('PUT', `/v1/units/${id}`, { body: { status: 'reserved' } });
    expect(await tagOf(path), 'its counters are shown').to.not.equal(tag);
    expect((await ask('PUT', path, tag, { name: 'Still mine' })).status).to.equal(200);
  });

  it('satisfies If-Match for a unit after another deal is released, but not after a sale', async () => {
    const { id } = await inventory().unit(propertyId);
    const path = `/v1/units/${id}`;
    const tag = await tagOf(path);
    const release = (deal_id: string) =>
      inventory().rpc(ListingsServiceService.releaseUnit, { unit_id: id, deal_id }, callContext());
    await release('deal_refused');
    expect(await tagOf(path)).to.equal(tag);
    expect((await ask('PUT', path, tag, { name: 'Still mine' })).status).to.equal(200);
    const sale = { unit_id: id, deal_id: 'deal_1', lead_id: 'lead_1' };
    const before = await tagOf(path);
    await inventory().rpc(ListingsServiceService.sellUnit, sale, callContext());
    expect((await ask('PUT', path, before, { name: 'Sold' })).status).to.equal(412);
    const sold = await tagOf(path);
    await release('deal_1');
    expect((await ask('PUT', path, sold, { name: 'Free' })).status).to.equal(412);
  });

  it('is the same in the responses to POST, PUT and GET', async () => {
    const created = [
      ['/v1/properties', propertyBody],
      ['/v1/units', unitBody(propertyId)],
    ] as const;
    for (const [collection, body] of created) {
      const made = await inventory().request('POST', collection, { body });
      const path = `${collection}/${made.body.id}`;
      expect(made.headers.get('etag')).to.equal(await tagOf(path));
      const changed = await ask('PUT', path, made.headers.get('etag') ?? '', { name: 'Changed' });
      expect(changed.status).to.equal(200);
      expect(changed.headers.get('etag')).to.equal(await tagOf(path));
      const unchanged = await ask('PUT', path, changed.headers.get('etag') ?? '', { name: 'Changed' });
      expect(unchanged.headers.get('etag')).to.equal(await tagOf(path));
    }
  });

  it('must match each unit in a bulk status change; otherwise no unit is changed', async () => {
    const units = [await inventory().unit(propertyId), await inventory().unit(propertyId)];
    const path = '/v1/units/bulk/status';
    const body = (status: string) => ({ unit_ids: units.map(({ id }) => id), status });
    const states = async () => {
      const list = await inventory().request('GET', `/v1/units?property_id=${propertyId}`);
      return list.body.map(({ status }: { status: string }) => status);
    };
    const before = await tags(units);
    await inventory().request('PUT', `/v1/units/${units[1].id}`, { body: { name: 'Changed meanwhile' } });
    for (const stale of ['"stale"', before.join(', '), before[0] ?? '']) {
      expect((await ask('PATCH', path, stale, body('reserved'))).status, stale).to.equal(412);
      expect(await states()).to.deep.equal(['available', 'available']);
    }
    const now = await tags(units);
    expect((await ask('PATCH', path, now.join(', '), body('reserved'))).status).to.equal(200);
    expect((await ask('PATCH', path, now.join(', '), body('rented'))).status).to.equal(412);
    expect(await states()).to.deep.equal(['reserved', 'reserved']);
    expect((await ask('PATCH', path, '*', body('rented'))).status).to.equal(200);
  });

  it('is valid only for its own unit in a bulk status change, even if another unit has the same version', async () => {
    const [renamed, stale] = [await inventory().unit(propertyId), await inventory().unit(propertyId)];
    const rename = (id: string, name: string) => inventory().request('PUT', `/v1/units/${id}`, { body: { name } });
    await rename(renamed.id, 'Renamed before the read');
    const header = (await tags([renamed, stale])).join(', ');
    await rename(stale.id, 'Renamed after the read');
    const body = { unit_ids: [renamed.id, stale.id], status: 'reserved' };
    expect((await ask('PATCH', '/v1/units/bulk/status', header, body)).status).to.equal(412);
    for (const { id } of [renamed, stale]) {
      expect((await inventory().request('GET', `/v1/units/${id}`)).body.status).to.equal('available');
    }
  });
});
