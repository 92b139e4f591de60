import { createRebuilds } from '@plotline/inventory/rebuilds';
import { createStores } from '@plotline/inventory/stores';
import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { expect } from 'chai';
import { useFixture } from '../../support/use-fixture.js';
import { startInventory } from '../support/inventory.js';

describe('the rebuild of the counters of units', () => {
  const inventory = useFixture(startInventory);

  it('is exact while units are created, changed and deleted', async () => {
    const property = await inventory().property();
    const units = await Promise.all(Array.from({ length: 12 }, () => inventory().unit(property.id)));
    const untouched = await inventory().property();
    await inventory().unit(untouched.id);
    const { live } = inventory().runtime.databases;
    await live.collection('unit_counters').updateMany({ property_id: property.id }, { $inc: { units_available: 3 } });
    const lost = await inventory().property();
    await inventory().unit(lost.id);
    await live.collection('unit_counters').deleteOne({ property_id: lost.id });

    let isDone = false;
    const write = async (unit: { readonly id: string }) => {
      for (let turn = 0; !isDone; turn += 1) {
        const body = { status: turn % 2 === 0 ? 'reserved' : 'available' };
        await inventory().request('PUT', `/v1/units/${unit.id}`, { body });
        if (turn % 3 === 0) await inventory().unit(property.id);
      }
    };
    const writers = units.slice(0, 4).map(write);
    const { properties } = createStores(inventory().runtime);
    const rebuilt = await properties.rebuildCounters('live').finally(() => {
      isDone = true;
    });
    await Promise.all(writers);

    expect(rebuilt).to.deep.equal({ checked: 3, corrected: 2 });
    const { body } = await inventory().request('GET', `/v1/properties/${property.id}`);
    const filter = { property_id: property.id };
    expect(body.units_count).to.equal(await live.collection('units').countDocuments(filter));
    expect(body.units_available).to.equal(
      await live.collection('units').countDocuments({ ...filter, status: 'available' }),
    );
    expect(await properties.rebuildCounters('live')).to.deep.equal({ checked: 3, corrected: 0 });
  });

  it('completes counts by status that an earlier version did not keep, which are counted until then', async () => {
    const property = await inventory().property();
    for (const status of ['available', 'sold']) await inventory().unit(property.id, { status });
    const { live } = inventory().runtime.databases;
    await live.collection('unit_counters').updateMany({ property_id: property.id }, { $unset: { sold: true } });
    await live.collection<{ _id: string }>('complete_counts').deleteOne({ _id: 'property_unit_statuses' });
    const stores = createStores(inventory().runtime);
    const read = async () =>
      (await stores.properties.get({ workspaceId: 'ws_test', mode: 'live' }, property.id))?.counter;
    const counter = { units_count: 2, units_available: 1, reserved: 0, sold: 1, off_market: 0, rented: 0 };
    expect(await read()).to.deep.equal(counter);
    const { counters } = createRebuilds(inventory().runtime, stores);
    await counters?.('live', fromStart);
    expect(
      await live.collection<{ _id: string }>('complete_counts').countDocuments({ _id: 'property_unit_statuses' }),
    ).to.equal(1);
    expect(
      (await stores.counters.getMany({ workspaceId: 'ws_test', mode: 'live' }, [property.id])).get(property.id),
    ).to.deep.equal(counter);
  });
});
