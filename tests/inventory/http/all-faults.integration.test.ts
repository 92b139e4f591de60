import { expect } from 'chai';
import { type Inventory, startInventory } from '../support/inventory.js';
import { givenProperty, givenUnit, propertyBody, unitBody } from '../support/portfolio.js';

describe('a refusal', () => {
  let inventory: Inventory;
  let propertyId: string;
  before(async () => {
    inventory = await startInventory();
    propertyId = (await givenProperty(inventory, { pricing: { currency: 'AED', min_price: 5 } })).id;
  });
  after(() => inventory.stop());

  async function faults(method: string, path: string, body: object): Promise<string[]> {
    const answer = await inventory.request(method, path, { body });
    expect(answer.status).to.equal(422);
    return answer.body.details.map(({ field }: { field: string }) => field).sort();
  }

  it('of a new unit names wrong values and references to nothing together', async () => {
    const body = unitBody('prop_none', { status: 'zz', assigned_agent: 'agent_none' });
    expect(await faults('POST', '/v1/units', body)).to.deep.equal(['assigned_agent', 'property_id', 'status']);
  });

  it('of a changed unit does so too, and says of an unknown unit no more than of any', async () => {
    const { id } = await givenUnit(inventory, propertyId);
    const body = { status: 'zz', assigned_agent: 'agent_none' };
    expect(await faults('PUT', `/v1/units/${id}`, body)).to.deep.equal(['assigned_agent', 'status']);
    expect(await faults('PUT', '/v1/units/unit_none', body)).to.deep.equal(['status']);
  });

  it('of units in bulk names those of every row, with the references of faulty rows', async () => {
    const { currency: _currency, ...price } = unitBody(propertyId).price;
    const units = [
      unitBody(propertyId),
      unitBody(propertyId, { price }),
      'no object',
      unitBody('prop_none'),
      unitBody(propertyId, { status: 'x', assigned_agent: 'agent_none' }),
    ];
    expect(await faults('POST', '/v1/units/bulk', { units })).to.deep.equal([
      'units[1].price.currency',
      'units[2]',
      'units[3].property_id',
      'units[4].assigned_agent',
      'units[4].status',
    ]);
    const partial = await inventory.request('POST', '/v1/units/bulk?partial=true', { body: { units } });
    expect(partial.status).to.equal(207);
    const rows = partial.body.map((row: { error?: { details: { field: string }[] } }) =>
      row.error?.details.map(({ field }) => field).sort(),
    );
    const [first, ...others] = rows;
    expect(first).to.equal(undefined);
    expect(others).to.deep.equal([['price.currency'], ['units[2]'], ['property_id'], ['assigned_agent', 'status']]);
  });

  it('of a bulk status names the wrong status and the unknown ids', async () => {
    const { id } = await givenUnit(inventory, propertyId);
    const body = { unit_ids: [id, 'unit_none'], status: 'gone' };
    expect(await faults('PATCH', '/v1/units/bulk/status', body)).to.deep.equal(['status', 'unit_ids[1]']);
  });

  it('of a property names wrong values and a price range that is upside down, also after a merge', async () => {
    const upside = { ...propertyBody, type: 'zz', pricing: { min_price: 2, max_price: 1 } };
    expect(await faults('POST', '/v1/properties', upside)).to.deep.equal(['pricing.min_price', 'type']);
    const patch = { type: 'zz', pricing: { max_price: 1 }, location: { coordinates: { lat: 1 } } };
    expect(await faults('PUT', `/v1/properties/${propertyId}`, patch)).to.deep.equal([
      'location.coordinates.lng',
      'pricing.min_price',
      'type',
    ]);
  });
});
