import type { Caller } from '@plotline/kit/core/caller';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { importRows } from '../../../support/import-rows.js';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { person, startInventory, unitBody } from '../../support/inventory.js';

describe('FindListings', () => {
  const inventory = useFixture(startInventory);
  const find = async (references: string[], who: Partial<Caller> = {}) =>
    (await inventory().rpc(ListingsServiceService.findListings, { references }, callContext(who))).found;

  it('finds properties and units by id, external id and name, and units within their property', async () => {
    const palm = await inventory().property({ name: 'Palm Residence', external_id: 'PALM-1' });
    const hill = await inventory().property({ name: 'Hill View' });
    const flat = await inventory().unit(palm.id, { name: 'Flat 1', unit_number: '101', external_id: 'PALM-1-101' });
    const twin = await inventory().unit(hill.id, { name: 'Flat 1', unit_number: '101' });
    const properties = [palm.id, 'PALM-1', 'Palm Residence'];
    expect(await find(properties)).to.deep.equal(properties.map((reference) => ({ reference, count: 1, id: palm.id })));
    const units = [flat.id, 'PALM-1-101', 'PALM-1/101', 'Palm Residence / Flat 1'];
    expect(await find(units)).to.deep.equal(units.map((reference) => ({ reference, count: 1, id: flat.id })));
    expect(await find(['Flat 1', 'Hill View/101', 'Hill View/102', 'Nowhere/101', 'Nothing'])).to.deep.equal([
      { reference: 'Flat 1', count: 2, id: undefined },
      { reference: 'Hill View/101', count: 1, id: twin.id },
    ]);
    for (const who of [{ workspaceId: 'ws_two' }, { mode: 'sandbox' as const }]) {
      expect(await find([...properties, ...units], who)).to.deep.equal([]);
    }
  });

  it('finds each unit within its property when more than two thousand units have the same numbers', async () => {
    const addUnits = async (name: string, units: readonly object[]) => {
      const { id } = await inventory().property({ name });
      const body = { units: units.map((unit) => unitBody(id, unit)) };
      const { status } = await inventory().request('POST', '/v1/units/bulk', { body });
      expect(status).to.equal(201);
    };
    const numbers = Array.from({ length: 100 }, (_, place) => String(place + 1));
    const blocks = Array.from({ length: 21 }, (_, place) => `Block ${place + 1}`);
    for (const block of blocks)
      await addUnits(
        block,
        numbers.map((number) => ({ name: `Flat ${number}`, unit_number: number })),
      );
    const twins = Array.from({ length: 15 }, () => ({ name: 'Twin', unit_number: '7' }));
    await addUnits('Twin Hill', [...twins, { name: 'Single', unit_number: '8' }, { name: '9', unit_number: 'N9' }]);
    const unique = [
      ...numbers.map((number) => `Block 1/${number}`),
      ...blocks.slice(1).map((block) => `${block}/50`),
      ...['Block 21/Flat 3', 'Twin Hill/8', 'Twin Hill/9'],
    ];
    const found = await find([...unique, 'Twin Hill/7', 'Twin Hill/77', 'Block 2/101']);
    expect(found.filter(({ count }) => count === 1).map(({ reference }) => reference)).to.deep.equal(unique);
    expect(new Set(found.flatMap(({ id }) => id ?? []))).to.have.length(unique.length);
    expect(found.filter(({ count }) => count > 1)).to.deep.equal([
      { reference: 'Twin Hill/7', count: 2, id: undefined },
    ]);
  });

  it('does not find units that the caller may not view', async () => {
    const { id } = await inventory().property({ name: 'Secret Court' });
    await inventory().unit(id, { name: 'Penthouse S', unit_number: 'S1', visibility: 'private' });
    const references = ['Penthouse S', 'Secret Court/S1'];
    expect(await find(references)).to.have.length(2);
    expect(await find(references, person('agent', 'agent_amira'))).to.deep.equal([]);
  });

  it('also finds the property of imported units, and their agent', async () => {
    const { id } = await inventory().property({ name: 'Marina Gate', external_id: 'MG-1' });
    for (const name of ['Twin Towers', 'Twin Towers']) await inventory().property({ name });
    const records = ['MG-1', 'Marina Gate', id, 'Twin Towers', 'Nowhere'].map((property_id, place) =>
      unitBody(property_id, { name: `Unit ${place}`, assigned_agent: 'amira@example.com' }),
    );
    const rows = await importRows(inventory(), { resource: 'units', records });
    expect(rows.map(({ outcome }) => outcome)).to.deep.equal(['created', 'created', 'created', 'failed', 'failed']);
    expect(rows[3]?.faults).to.deep.equal([
      'property_id: is the name of 2 properties: use the id or external id of one',
    ]);
    const { body } = await inventory().request('GET', `/v1/units/${rows[0]?.id}`);
    expect(body).to.include({ property_id: id, assigned_agent: 'agent_amira' });
    const again = { ...unitBody('Marina Gate', { name: 'Unit 1' }), bedrooms: 3 };
    const [updated] = await importRows(inventory(), { resource: 'units', mode: 'upsert', records: [again] });
    expect(updated).to.deep.include({ outcome: 'updated', id: rows[1]?.id });
  });
});
