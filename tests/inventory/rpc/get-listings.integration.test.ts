import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { calledBy, type Inventory, startInventory } from '../support/inventory.js';
import { givenProperty, givenUnit } from '../support/portfolio.js';

describe('GetListings', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await startInventory();
  });
  after(() => inventory.stop());

  it('answers the properties and units among the ids that the workspace has', async () => {
    const property = await givenProperty(inventory, { pricing: { currency: 'AED', min_price: 10 } });
    const unit = await givenUnit(inventory, property.id);
    const ids = [unit.id, property.id, 'unit_none', 'prop_none', 'lead_one', ''];
    const { listings } = await inventory.rpc(ListingsServiceService.getListings, { ids }, calledBy());
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
    const foreign = await inventory.rpc(
      ListingsServiceService.getListings,
      { ids },
      calledBy({ workspaceId: 'ws_two' }),
    );
    expect(foreign.listings).to.deep.equal([]);
  });

  it('says of a property without a currency that it has none', async () => {
    const { id } = await givenProperty(inventory);
    const { listings } = await inventory.rpc(ListingsServiceService.getListings, { ids: [id] }, calledBy());
    expect(listings[0]?.pricing).to.deep.equal({ currency: '', min_price: undefined, max_price: undefined });
  });
});
