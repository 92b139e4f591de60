import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { storeUnknownFields } from '../support/next-version.js';
import { callContext } from '../support/test-runtime.js';
import { useFixture } from '../support/use-fixture.js';
import { startInventory } from './support/inventory.js';

describe('properties and units that a newer release of the service has stored', () => {
  const inventory = useFixture(startInventory);

  async function read(path: string) {
    const { status, body } = await inventory().request('GET', path);
    expect(status).to.equal(200);
    return body;
  }

  it('are read, changed and sold, and keep unknown fields without returning them', async () => {
    const location = { area: 'Marina', city: 'Dubai', country: 'AE', coordinates: { lat: 25, lng: 55 } };
    const property = await inventory().property({ location, pricing: { currency: 'AED', min_price: 1 } });
    const unit = await inventory().unit(property.id, { size: { interior: 80, unit: 'sqm' } });
    const stored = [
      await storeUnknownFields(inventory().runtime, 'properties', property.id),
      await storeUnknownFields(inventory().runtime, 'units', unit.id),
    ];
    expect(await read(`/v1/properties/${property.id}`)).to.deep.include({ location: property.location });
    expect(await read(`/v1/units/${unit.id}`)).to.deep.equal(unit);

    const changes = [
      [`/v1/properties/${property.id}`, { location: { area: 'Harbour', coordinates: { lat: 26, lng: 55 } } }],
      [`/v1/properties/${property.id}`, { pricing: { max_price: 9 }, media: { cover: 'https://example.com/a.jpg' } }],
      [`/v1/units/${unit.id}`, { size: { interior: 81 }, price: { amount: 5, currency: 'AED' }, features: ['sea'] }],
    ] as const;
    for (const [path, body] of changes) {
      expect((await inventory().request('PUT', path, { body })).status, path).to.equal(200);
    }
    const bulk = { unit_ids: [unit.id], status: 'reserved' };
    expect((await inventory().request('PATCH', '/v1/units/bulk/status', { body: bulk })).status).to.equal(200);
    const sale = { unit_id: unit.id, deal_id: 'deal_1', lead_id: 'lead_1' };
    await inventory().rpc(ListingsServiceService.sellUnit, sale, callContext());

    for (const record of stored) await record.expectKept();
    const paths = [`/v1/properties/${property.id}`, `/v1/units/${unit.id}`, '/v1/units', '/v1/properties'];
    for (const path of paths) expect(JSON.stringify(await read(path)), path).to.not.include('next_version');
    expect(JSON.stringify(await inventory().events(property.id))).to.not.include('next_version');
    expect(JSON.stringify(await inventory().events(unit.id))).to.not.include('next_version');
  });

  it('can be read even if their status, type or visibility is unknown to this release', async () => {
    const property = await inventory().property();
    const unit = await inventory().unit(property.id);
    const { live } = inventory().runtime.databases;
    const unknown = { status: 'auctioned', type: 'treehouse', visibility: 'friends' };
    for (const name of ['properties', 'units']) await live.collection(name).updateMany({}, { $set: unknown });
    for (const path of [`/v1/properties/${property.id}`, `/v1/units/${unit.id}`]) {
      const objection = await inventory()
        .request('GET', path)
        .then(() => 'none', String);
      // The service answers, but the test's contract check rejects the unknown values.
      expect(objection).to.include(`GET ${path} 200: data/`);
    }
    const actor = { type: 'user', id: 'user_1', name: 'One', role: 'agent', agentId: 'agent_amira' } as const;
    const hidden = await inventory().request('GET', `/v1/units/${unit.id}`, { as: { actor } });
    expect(hidden.status, 'of an unknown visibility').to.equal(404);
  });
});
