import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { calledBy, type Inventory, startInventory } from '../support/inventory.js';
import { givenProperty, givenUnit } from '../support/portfolio.js';

describe('CountUnits', () => {
  let inventory: Inventory;
  before(async () => {
    inventory = await startInventory();
  });
  after(() => inventory.stop());

  it('counts the units of the workspace in each status, zeros included', async () => {
    const { id } = await givenProperty(inventory);
    for (const status of ['available', 'available', 'rented']) await givenUnit(inventory, id, { status });
    const count = async (workspaceId: string) => {
      const { counts } = await inventory.rpc(ListingsServiceService.countUnits, {}, calledBy({ workspaceId }));
      return Object.fromEntries(counts.map((row) => [row.status, row.count]));
    };
    expect(await count('ws_one')).to.deep.equal({ available: 2, reserved: 0, sold: 0, off_market: 0, rented: 1 });
    expect(await count('ws_two')).to.deep.equal({ available: 0, reserved: 0, sold: 0, off_market: 0, rented: 0 });
  });
});
