import { Problem } from '@plotline/kit/core/errors';
import { ListingsServiceService } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { callContext } from '../../../support/test-runtime.js';
import { useFixture } from '../../../support/use-fixture.js';
import { startInventory } from '../../support/inventory.js';

describe('SellUnit and ReleaseUnit', () => {
  const inventory = useFixture(startInventory);
  let propertyId: string;
  before(async () => {
    propertyId = (await inventory().property()).id;
  });

  const sell = (unit_id: string, deal_id: string) =>
    inventory().rpc(ListingsServiceService.sellUnit, { unit_id, deal_id, lead_id: 'lead_one' }, callContext());
  const release = (unit_id: string, deal_id: string) =>
    inventory().rpc(ListingsServiceService.releaseUnit, { unit_id, deal_id }, callContext());
  const unit = async (id: string) => (await inventory().request('GET', `/v1/units/${id}`)).body;
  const property = async () => (await inventory().request('GET', `/v1/properties/${propertyId}`)).body;

  async function eventsOf(id: string): Promise<string[]> {
    return (await inventory().journal(id)).flatMap(({ events }) => events.map(({ name }) => name));
  }

  async function refusal(work: Promise<unknown>): Promise<string> {
    try {
      await work;
    } catch (error) {
      if (error instanceof Problem) return error.code;
      throw error;
    }
    throw new Error('It was not refused.');
  }

  it('sell a unit to one of 50 concurrent deals and refuse the others with CONFLICT', async () => {
    const { id } = await inventory().unit(propertyId);
    const deals = Array.from({ length: 50 }, (_, index) => `deal_${index}`);
    const outcomes = await Promise.all(
      deals.map((deal) =>
        sell(id, deal).then(
          () => deal,
          (error: unknown) => (error instanceof Problem ? error.code : error),
        ),
      ),
    );
    const winners = outcomes.filter((outcome) => String(outcome).startsWith('deal_'));
    expect(winners).to.have.length(1);
    expect(outcomes.filter((outcome) => outcome === 'CONFLICT')).to.have.length(49);
    expect((await unit(id)).status).to.equal('sold');
    expect(await eventsOf(id)).to.deep.equal(['unit.created', 'unit.updated', 'unit.sold']);
    expect(await sell(id, String(winners[0]))).to.deep.include({ property_id: propertyId, currency: 'AED' });
    expect(await eventsOf(id), 'a repeated sale publishes nothing').to.have.length(3);
  });

  it('sell 40 units of one property concurrently and count each', async () => {
    const before = await property();
    const { body } = await inventory().request('POST', '/v1/units/bulk', {
      body: {
        units: Array.from({ length: 40 }, (_, index) => ({
          property_id: propertyId,
          name: `B-${index}`,
          price: { amount: 100, currency: 'USD' },
        })),
      },
    });
    await Promise.all(body.map(({ id }: { id: string }, index: number) => sell(id, `deal_side_${index}`)));
    const after = await property();
    expect(after.units_count - before.units_count).to.equal(40);
    expect(after.units_available).to.equal(before.units_available);
  });

  it('sell reserved units, and refuse units that are sold, off_market or rented', async () => {
    const reserved = await inventory().unit(propertyId, { status: 'reserved' });
    await sell(reserved.id, 'deal_reserved');
    for (const status of ['sold', 'off_market', 'rented']) {
      const { id } = await inventory().unit(propertyId, { status });
      expect(await refusal(sell(id, `deal_${status}`)), status).to.equal('CONFLICT');
      expect((await unit(id)).status).to.equal(status);
    }
  });

  it('return NOT_FOUND for an unknown unit and for a unit of another workspace', async () => {
    const { id } = await inventory().unit(propertyId);
    expect(await refusal(sell('unit_none', 'deal_x'))).to.equal('NOT_FOUND');
    const foreign = inventory().rpc(
      ListingsServiceService.sellUnit,
      { unit_id: id, deal_id: 'deal_x', lead_id: 'lead_one' },
      callContext({ workspaceId: 'ws_two' }),
    );
    expect(await refusal(foreign)).to.equal('NOT_FOUND');
    await release('unit_none', 'deal_x');
  });

  it('make a unit available when its deal is released, and change nothing when the release is repeated', async () => {
    const { id } = await inventory().unit(propertyId);
    const before = await property();
    await sell(id, 'deal_a');
    await Promise.all([release(id, 'deal_a'), release(id, 'deal_a'), release(id, 'deal_a')]);
    await release(id, 'deal_other');
    expect((await unit(id)).status).to.equal('available');
    expect((await property()).units_available).to.equal(before.units_available);
    expect(await eventsOf(id)).to.deep.equal(['unit.created', 'unit.updated', 'unit.sold', 'unit.updated']);
    await sell(id, 'deal_b');
    await release(id, 'deal_a');
    expect((await unit(id)).status, 'an old release does not affect the next deal').to.equal('sold');
  });

  it('refuse a sale that arrives after the release of its deal', async () => {
    const { id } = await inventory().unit(propertyId);
    await release(id, 'deal_late');
    expect(await refusal(sell(id, 'deal_late'))).to.equal('CONFLICT');
    expect((await unit(id)).status).to.equal('available');
  });

  it('leave a unit available to other deals if its sale and the release of its deal arrive simultaneously', async () => {
    const { id } = await inventory().unit(propertyId);
    for (let round = 0; round < 20; round += 1) {
      const deal = `deal_round_${round}`;
      const selling = sell(id, deal).catch((error: unknown) => expect(error).to.have.property('code', 'CONFLICT'));
      await Promise.all([selling, release(id, deal), release(id, `deal_other_${round}`)]);
      expect((await unit(id)).status, deal).to.equal('available');
      expect(await refusal(sell(id, deal))).to.equal('CONFLICT');
    }
  });

  it('protect the status of a unit in an active deal from PUT, while other fields may change', async () => {
    const { id } = await inventory().unit(propertyId);
    await sell(id, 'deal_live');
    const refused = await inventory().request('PUT', `/v1/units/${id}`, {
      body: { status: 'available', name: 'Other' },
    });
    expect(refused.status).to.equal(409);
    expect(refused.body.code).to.equal('CONFLICT');
    expect(refused.body.details).to.deep.equal([{ field: 'status', message: refused.body.message }]);
    const renamed = await inventory().request('PUT', `/v1/units/${id}`, { body: { status: 'sold', name: 'Renamed' } });
    expect(renamed.status).to.equal(200);
    expect(renamed.body).to.include({ status: 'sold', name: 'Renamed' });
  });

  it('change neither the unit nor its counter nor the journal if the sale cannot be committed', async () => {
    const { id } = await inventory().unit(propertyId);
    const before = await property();
    const { live } = inventory().runtime.databases;
    const stored = await live.collection('unit_counters').find({ key: propertyId }).toArray();
    // Removes the counter, as when the property is deleted. Then the last write of the transaction finds nothing to
    // change.
    await live.collection('unit_counters').deleteMany({ key: propertyId });
    expect(await refusal(sell(id, 'deal_broken'))).to.equal('NOT_FOUND');
    await live.collection('unit_counters').insertMany(stored);
    expect((await unit(id)).status).to.equal('available');
    expect(await eventsOf(id)).to.deep.equal(['unit.created']);
    expect(await property()).to.deep.equal(before);
  });
});
