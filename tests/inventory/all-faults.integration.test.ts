import { expect } from 'chai';
import { useFixture } from '../support/use-fixture.js';
import { propertyBody, startInventory, unitBody } from './support/inventory.js';

describe('a 422 reports schema errors and reference errors together', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;
  before(async () => {
    propertyId = (await inventory().property({ pricing: { currency: 'AED', min_price: 5 } })).id;
  });

  async function faults(method: string, path: string, body: object): Promise<string[]> {
    const answer = await inventory().request(method, path, { body });
    expect(answer.status).to.equal(422);
    return answer.body.details.map(({ field }: { field: string }) => field).sort();
  }

  it('for POST /v1/units', async () => {
    const body = unitBody('prop_none', { status: 'zz', assigned_agent: 'agent_none' });
    expect(await faults('POST', '/v1/units', body)).to.deep.equal(['assigned_agent', 'property_id', 'status']);
  });

  it('for PUT /v1/units/:id, without revealing whether the unit exists', async () => {
    const { id } = await inventory().unit(propertyId);
    const body = { status: 'zz', assigned_agent: 'agent_none' };
    expect(await faults('PUT', `/v1/units/${id}`, body)).to.deep.equal(['assigned_agent', 'status']);
    expect(await faults('PUT', '/v1/units/unit_none', body)).to.deep.equal(['status']);
  });

  it('for each row of POST /v1/units/bulk', async () => {
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
    const partial = await inventory().request('POST', '/v1/units/bulk?partial=true', { body: { units } });
    expect(partial.status).to.equal(207);
    const rows = partial.body.map((row: { error?: { details: { field: string }[] } }) =>
      row.error?.details.map(({ field }) => field).sort(),
    );
    const [first, ...others] = rows;
    expect(first).to.equal(undefined);
    expect(others).to.deep.equal([['price.currency'], ['units[2]'], ['property_id'], ['assigned_agent', 'status']]);
  });

  it('for PATCH /v1/units/bulk/status', async () => {
    const { id } = await inventory().unit(propertyId);
    const body = { unit_ids: [id, 'unit_none'], status: 'gone' };
    expect(await faults('PATCH', '/v1/units/bulk/status', body)).to.deep.equal(['status', 'unit_ids[1]']);
  });

  it('for POST and PUT of properties, including an inverted price range after a merge', async () => {
    const upside = { ...propertyBody, type: 'zz', pricing: { min_price: 2, max_price: 1 } };
    expect(await faults('POST', '/v1/properties', upside)).to.deep.equal(['pricing.min_price', 'type']);
    const patch = { type: 'zz', pricing: { max_price: 1 }, location: { coordinates: { lat: 1 } } };
    expect(await faults('PUT', `/v1/properties/${propertyId}`, patch)).to.deep.equal([
      'location.coordinates.lng',
      'pricing.max_price',
      'type',
    ]);
  });
});
