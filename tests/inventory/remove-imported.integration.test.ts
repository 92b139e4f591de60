import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { importRows, newImportId } from '../support/import-rows.js';
import { refusalOf } from '../support/refusal-of.js';
import { removeImported } from '../support/remove-imported.js';
import { callContext } from '../support/test-runtime.js';
import { useFixture } from '../support/use-fixture.js';
import { person, propertyBody, startInventory, unitBody } from './support/inventory.js';

describe('RemoveImported of units and properties', () => {
  const inventory = useFixture(startInventory);
  const importRecords = async (resource: string, records: readonly object[]) => {
    const importId = newImportId();
    const rows = await importRows(inventory(), { import_id: importId, resource, records });
    const ids = rows.map(({ id }) => id);
    return { ids, remove: (some = ids) => removeImported(inventory(), importId, resource, some) };
  };
  const read = async (path: string) => inventory().request('GET', path);
  const eventsOf = async (id = '') => (await inventory().events(id)).map(({ event }) => event);

  it('removes units with their events and counters, and keeps those that were changed or sold', async () => {
    const { id: propertyId } = await inventory().property();
    const names = ['A-1', 'A-2', 'A-3', 'A-4'];
    const { ids, remove } = await importRecords(
      'units',
      names.map((name) => unitBody(propertyId, { name })),
    );
    const [plain = '', changed = '', deleted = '', sold = ''] = ids;
    await inventory().request('PUT', `/v1/units/${changed}`, { body: { bedrooms: 3 } });
    await inventory().request('DELETE', `/v1/units/${deleted}`);
    const sale = { unit_id: sold, deal_id: 'deal_1', lead_id: 'lead_1' };
    await inventory().rpc(ListingsServiceService.sellUnit, sale, callContext());
    for (const _call of ['first', 'repeated']) {
      expect(await remove()).to.deep.equal(['removed', 'changed', 'deleted', 'has_deal']);
      expect((await read(`/v1/units/${plain}`)).status).to.equal(404);
      expect((await read(`/v1/properties/${propertyId}`)).body).to.include({ units_count: 2, units_available: 1 });
    }
    expect(await eventsOf(plain)).to.deep.equal(['unit.created', 'unit.deleted', 'listing.removed']);
  });

  it('removes properties without units, and properties whose units were removed before', async () => {
    const { ids, remove } = await importRecords('properties', [
      { ...propertyBody, name: 'Empty' },
      { ...propertyBody, name: 'With units' },
    ]);
    const [empty = '', filled = ''] = ids;
    const units = await importRecords('units', [unitBody(filled)]);
    expect(await remove()).to.deep.equal(['removed', 'has_units']);
    expect((await read(`/v1/properties/${empty}`)).status).to.equal(404);
    expect(await eventsOf(empty)).to.include('property.deleted');
    await inventory().request('POST', '/v1/units', { body: unitBody(empty) });
    expect(await units.remove()).to.deep.equal(['removed']);
    expect(await remove()).to.deep.equal(['removed', 'removed']);
  });

  it('is refused for roles that may not delete the records', async () => {
    const { ids } = await importRecords('properties', [propertyBody]);
    const refusal = await refusalOf(() => removeImported(inventory(), 'imp_1', 'properties', ids, person('agent')));
    expect(refusal.code).to.equal('FORBIDDEN');
  });
});
