import { createSoldUnitCheck } from '@plotline/pipeline/sales/work/check-sold-unit';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { addLead, salesCaller, startSales, win } from '../../support/sales-fixture.js';

const lost = {
  workspace_id: salesCaller().workspaceId,
  id: 'unit_1',
  field: 'deal_id',
  expected: 'an active deal of the unit',
  found: 'deal_lost, which does not exist',
};

describe('the repair of units sold to a deal that is not active', () => {
  const fixture = useFixturePerTest(() => startSales('unit_1'));

  async function repair(): Promise<void> {
    const { context, inventory } = fixture();
    const find = async () => {
      const unit = { id: 'unit_1', kind: 'unit', name: 'A1', status: 'sold', property_id: 'prop_1' };
      return [{ ...unit, deal_id: inventory.dealOf('unit_1') ?? undefined }];
    };
    await createSoldUnitCheck({ ...context, listings: { ...context.listings, find } }).repair?.({ mode: 'live' }, [
      lost,
    ]);
  }

  it('releases a unit of a missing deal', async () => {
    await fixture().inventory.sell(salesCaller(), 'unit_1', { id: 'deal_lost' });
    await repair();
    expect(fixture().inventory.dealOf('unit_1')).to.equal(null);
  });

  it('keeps a unit that an active deal has bought since the finding', async () => {
    const { context, inventory } = fixture();
    const { deal } = await win(context, (await addLead(context)).id);
    await repair();
    expect(inventory.dealOf('unit_1')).to.equal(deal.id);
  });
});
