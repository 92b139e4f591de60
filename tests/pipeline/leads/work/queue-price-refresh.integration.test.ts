import { expect } from 'chai';
import { useFixture } from '../../../support/use-fixture.js';
import { budget, startPrices } from '../../support/price-fixture.js';

describe('listing.removed', () => {
  const prices = useFixture(startPrices);
  before(async () => {
    for (const id of ['unit_a', 'unit_b']) prices().amounts.set(id, 100_000);
  });

  async function shown(id: string) {
    return (await prices().pipeline.request('GET', `/v1/leads/${id}`)).body;
  }

  async function remove(...ids: string[]): Promise<void> {
    for (const id of ids) prices().amounts.set(id, 'gone');
    await prices().consumeRemoval(ids);
    await prices().runWorker(0);
  }

  it('updates the scores of the interested leads once, with an event', async () => {
    const lead = await prices().pipeline.lead({ budget, interested_properties: ['unit_a', 'unit_c'] });
    const other = await prices().pipeline.lead({ budget, interested_properties: ['unit_b'] });
    for (let time = 0; time < 2; time += 1) await remove('unit_x', 'unit_a');
    const after = await shown(lead.id);
    expect(after.score).to.equal((await prices().pipeline.lead({ budget, interested_properties: ['unit_c'] })).score);
    expect(after.interested_properties).to.deep.equal(['unit_a', 'unit_c']);
    expect(await prices().pipeline.eventNames(lead.id)).to.deep.equal(['lead.created', 'lead.updated']);
    expect(await shown(other.id)).to.deep.equal(other);
  });

  it('gives a lead the same score as a lead without the listings, and a PUT of its GET response changes nothing', async () => {
    const lead = await prices().pipeline.lead({ budget, interested_properties: ['unit_d', 'unit_e'] });
    await remove('unit_d', 'unit_e');
    const after = await shown(lead.id);
    expect(after.score).to.equal((await prices().pipeline.lead({ budget })).score);
    const put = await prices().pipeline.request('PUT', `/v1/leads/${lead.id}`, { body: after });
    expect(put.body).to.deep.equal(after);
  });

  it('updates all leads of many listings', async () => {
    await prices().createLeads('unit_b', 70);
    const many = Array.from({ length: 500 }, (_, place) => `unit_${place}`);
    await remove(...many, 'unit_b');
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('changes no leads in other workspaces', async () => {
    const lead = await prices().pipeline.lead({ budget, interested_properties: ['unit_f'] });
    prices().amounts.set('unit_f', 100_000);
    await prices().consumeChange('unit_f', { price: null }, 'ws_two');
    await prices().runWorker(0);
    expect(await shown(lead.id)).to.deep.equal(lead);
  });

  it('is refused without a list of ids', async () => {
    const refusal = await prices()
      .consumeRemoval('unit_a')
      .then(
        () => null,
        (error: unknown) => error,
      );
    expect(refusal).to.be.instanceOf(Error);
  });
});
