import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { budget, startPrices, tenant } from '../../support/price-fixture.js';

describe('a listing whose price changes', () => {
  const prices = useFixturePerTest(startPrices);

  async function shown(id: string) {
    const { body, headers } = await prices().pipeline.request('GET', `/v1/leads/${id}`);
    return { body, tag: headers.get('etag') };
  }

  it('updates the scores of the interested leads once, with an event', async () => {
    const { pipeline, amounts } = prices();
    const lead = await pipeline.lead({ budget, interested_properties: ['unit_a', 'unit_b'] });
    const other = await pipeline.lead({ budget, interested_properties: ['unit_b'] });
    amounts.set('unit_a', 100_000);
    for (let time = 0; time < 2; time += 1) {
      await prices().consumeChange('unit_a');
      await prices().runWorker(0);
    }
    const { body } = await shown(lead.id);
    expect(body.score).to.equal(lead.score + 20);
    expect(body.updated_at).to.not.equal(lead.updated_at);
    expect(await pipeline.eventNames(lead.id)).to.deep.equal(['lead.created', 'lead.updated']);
    expect((await shown(other.id)).body).to.deep.equal(other);
    amounts.set('unit_a', null);
    await prices().consumeChange('unit_a');
    await prices().runWorker(0);
    expect((await shown(lead.id)).body.score).to.equal(lead.score);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('changes neither version nor public fields of a lead whose score is unchanged, and publishes nothing', async () => {
    const lead = await prices().pipeline.lead({ interested_properties: ['unit_a'] });
    const before = await shown(lead.id);
    prices().amounts.set('unit_a', 1);
    await prices().consumeChange('unit_a');
    await prices().runWorker(0);
    expect(await shown(lead.id)).to.deep.equal(before);
    expect(await prices().pipeline.journal(lead.id)).to.have.length(1);
    const stored = await prices().pipeline.context.leads.get(tenant, lead.id);
    expect(stored?.listing_prices).to.deep.equal([{ id: 'unit_a', amount: 1, currency: 'EUR' }]);
  });

  it('leaves a lead unchanged when a GET response is sent back by PUT', async () => {
    const fields = { budget, interested_properties: ['unit_a', 'unit_b'], last_contacted: '2020-01-01T00:00:00.000Z' };
    const lead = await prices().pipeline.lead(fields);
    prices().amounts.set('unit_a', 100_000);
    await prices().consumeChange('unit_a');
    await prices().runWorker(0);
    const { body } = await shown(lead.id);
    expect((await prices().pipeline.request('PUT', `/v1/leads/${lead.id}`, { body })).body).to.deep.equal(body);
  });

  it('is not queued when another field changes', async () => {
    await prices().consumeChange('unit_a', { status: 'available' });
    expect(await prices().pipeline.context.priceRefreshQueue.findDue('live', new Date(), 1)).to.deep.equal([]);
  });

  it('updates the leads once the inventory service responds again', async () => {
    await prices().createLeads('unit_a', 3);
    prices().amounts.set('unit_a', 100_000);
    prices().whenAsked = async () => {
      throw new Error('away');
    };
    await prices().consumeChange('unit_a');
    await prices().runWorker(0);
    expect(await prices().findOutdated()).to.have.length(3);
    prices().whenAsked = async () => undefined;
    await prices().runWorker(6_000);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });
});
