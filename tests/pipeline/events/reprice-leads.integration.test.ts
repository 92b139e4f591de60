import type { InboundEvent } from '@plotline/kit/broker/message';
import { repriceLeads } from '@plotline/pipeline/events/reprice-leads';
import type { Listing } from '@plotline/protos/plotline/inventory/v1/listings';
import { expect } from 'chai';
import { type Pipeline, startPipeline } from '../support/pipeline.js';
import { knownListings } from '../support/portfolio.js';

function updated(id: string, previous: object): InboundEvent {
  return {
    id: 'evt_1',
    name: 'unit.updated',
    mode: 'live',
    requestId: 'req_1',
    payload: JSON.stringify({ timestamp: new Date(), workspace_id: 'ws_one', data: { id }, previous }),
  };
}

describe('a listing whose price changed', () => {
  let pipeline: Pipeline;
  before(async () => {
    pipeline = await startPipeline();
  });
  after(() => pipeline.stop());

  /** The reaction of a service to whom the unit now costs this much, or nothing that is known. */
  function consumer(amount: number | null) {
    const unit = knownListings.find(({ id }) => id === 'unit_a1');
    if (!unit) throw new Error('no unit');
    const price = amount === null ? undefined : { amount, currency: 'EUR' };
    const listing: Listing = { ...unit, price };
    const { leads } = pipeline.context;
    return repriceLeads({ leads, listings: { find: async () => [listing] } });
  }

  async function scoreOf(id: string): Promise<number> {
    return (await pipeline.request('GET', `/v1/leads/${id}`)).body.score;
  }

  it('changes the scores of the leads that are interested in it, once, with an event', async () => {
    const fields = { budget: { max: 100_000, currency: 'EUR' } };
    const lead = await pipeline.lead({ ...fields, interested_properties: ['unit_a1', 'unit_b2'] });
    const other = await pipeline.lead({ ...fields, interested_properties: ['unit_b2'] });
    await consumer(100_000).handle(updated('unit_a1', { price: { amount: 250_000, currency: 'EUR' } }));
    await consumer(100_000).handle(updated('unit_a1', { price: { amount: 250_000, currency: 'EUR' } }));
    expect(await scoreOf(lead.id)).to.equal(lead.score + 20);
    expect(await pipeline.events(lead.id)).to.deep.equal(['lead.created', 'lead.updated']);
    expect((await pipeline.request('GET', `/v1/leads/${other.id}`)).body).to.deep.equal(other);
    await consumer(null).handle(updated('unit_a1', { price: { amount: 100_000, currency: 'EUR' } }));
    expect(await scoreOf(lead.id)).to.equal(lead.score);
  });

  it('is not told of where the score stays, nor is anything else about a listing', async () => {
    const lead = await pipeline.lead({ interested_properties: ['unit_a1'] });
    await consumer(1).handle(updated('unit_a1', { price: { amount: 250_000, currency: 'EUR' } }));
    await consumer(2).handle(updated('unit_a1', { status: 'available' }));
    expect((await pipeline.request('GET', `/v1/leads/${lead.id}`)).body).to.deep.equal(lead);
    expect(await pipeline.journal(lead.id)).to.have.length(1);
  });
});
