import { createRebuilds } from '@plotline/inventory/rebuilds';
import { fromStart } from '@plotline/kit/ops/rebuilds/rebuild';
import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory } from '../../support/inventory.js';

describe('the rebuild of the unit counters', () => {
  const inventory = useFixture(startInventory);

  it('is exact while units are created, changed and deleted', async () => {
    const property = await inventory().property();
    const units = await Promise.all(Array.from({ length: 12 }, () => inventory().unit(property.id)));
    const untouched = await inventory().property();
    await inventory().unit(untouched.id);
    const { live } = inventory().runtime.databases;
    await live.collection('unit_counters').updateMany({ key: property.id }, { $inc: { 'counts.available': 3 } });
    const lost = await inventory().property();
    await inventory().unit(lost.id);
    await live.collection('unit_counters').deleteOne({ key: lost.id });
    const forgotten = await inventory().property();
    await live.collection('unit_counters').deleteMany({ key: forgotten.id });

    let isDone = false;
    const write = async (unit: { readonly id: string }) => {
      for (let turn = 0; !isDone; turn += 1) {
        const body = { status: turn % 2 === 0 ? 'reserved' : 'available' };
        await inventory().request('PUT', `/v1/units/${unit.id}`, { body });
        if (turn % 3 === 0) await inventory().unit(property.id);
      }
    };
    const writers = units.slice(0, 4).map(write);
    const rebuild = async () => {
      const { counters } = createRebuilds(inventory().runtime, inventory().context);
      return counters?.('live', fromStart);
    };
    const rebuilt = await rebuild().finally(() => {
      isDone = true;
    });
    await Promise.all(writers);

    // Four properties, and the workspace itself.
    expect(rebuilt).to.deep.equal({ checked: 5, corrected: 3 });
    const { body } = await inventory().request('GET', `/v1/properties/${property.id}`);
    const filter = { property_id: property.id };
    expect(body.units_count).to.equal(await live.collection('units').countDocuments(filter));
    expect(body.units_available).to.equal(
      await live.collection('units').countDocuments({ ...filter, status: 'available' }),
    );
    expect(await rebuild()).to.deep.equal({ checked: 5, corrected: 0 });
    await inventory().unit(forgotten.id);
  });
});
