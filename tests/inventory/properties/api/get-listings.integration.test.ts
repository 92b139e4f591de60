import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory } from '../../support/inventory.js';

describe('GetListings and CountUnits', () => {
  const inventory = useFixture(startInventory);

  it('return those of the given ids that are properties and units of the workspace', async () => {
    const property = await inventory().property({ pricing: { currency: 'AED', min_price: 10 } });
    const unit = await inventory().unit(property.id);
    const ids = [unit.id, property.id, 'unit_none', 'prop_none', 'lead_one', ''];
    const { listings } = await inventory().rpc(ListingsServiceService.getListings, { ids }, callContext());
    expect(listings).to.have.length(2);
    expect(listings.find(({ kind }) => kind === 'unit')).to.deep.include({
      id: unit.id,
      name: 'A-101',
      status: 'available',
      property_id: property.id,
      price: { amount: 1_250_000, currency: 'AED' },
    });
    expect(listings.find(({ kind }) => kind === 'property')).to.deep.include({
      id: property.id,
      property_id: property.id,
      pricing: { currency: 'AED', min_price: 10, max_price: undefined },
    });
    const foreign = await inventory().rpc(
      ListingsServiceService.getListings,
      { ids },
      callContext({ workspaceId: 'ws_two' }),
    );
    expect(foreign.listings).to.deep.equal([]);
  });

  it('return an empty currency for a property without one', async () => {
    const { id } = await inventory().property();
    const { listings } = await inventory().rpc(ListingsServiceService.getListings, { ids: [id] }, callContext());
    expect(listings[0]?.pricing).to.deep.equal({ currency: '', min_price: undefined, max_price: undefined });
  });

  it("count the workspace's units by status, including zeros", async () => {
    const as = { workspaceId: 'ws_count' };
    const { id } = await inventory().property({}, as);
    for (const status of ['available', 'available', 'rented']) await inventory().unit(id, { status }, as);
    const count = async (workspaceId: string) => {
      const { counts } = await inventory().rpc(ListingsServiceService.countUnits, {}, callContext({ workspaceId }));
      return Object.fromEntries(counts.map((row) => [row.status, row.count]));
    };
    expect(await count('ws_count')).to.deep.equal({ available: 2, reserved: 0, sold: 0, off_market: 0, rented: 1 });
    expect(await count('ws_none')).to.deep.equal({ available: 0, reserved: 0, sold: 0, off_market: 0, rented: 0 });
  });
});
