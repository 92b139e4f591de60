import type { InboundEvent } from '@plotline/kit/broker/message';
import { forgetListings } from '@plotline/pipeline/events/forget-listings';
import type { Listings } from '@plotline/pipeline/peers/listings';
import { expect } from 'chai';
import { type Pipeline, startPipeline } from '../support/pipeline.js';
import { countingPeers } from '../support/portfolio.js';

function removed(data: object, workspaceId = 'ws_one'): InboundEvent {
  return {
    id: 'evt_1',
    name: 'listing.removed',
    mode: 'live',
    requestId: 'req_1',
    payload: JSON.stringify({ timestamp: new Date(), workspace_id: workspaceId, data }),
  };
}

describe('listings that are gone', () => {
  let pipeline: Pipeline;
  /** What inventory has no more. */
  const gone = new Set<string>();
  before(async () => {
    const { listings } = countingPeers();
    const find: Listings['find'] = async (caller, ids) => {
      return (await listings.find(caller, ids)).filter(({ id }) => !gone.has(id));
    };
    pipeline = await startPipeline({ listings: { find } });
  });
  after(() => pipeline.stop());

  const budget = { max: 250_000, currency: 'EUR' };

  async function shown(id: string) {
    return (await pipeline.request('GET', `/v1/leads/${id}`)).body;
  }

  function handle(event: InboundEvent) {
    return forgetListings(pipeline.context).handle(event);
  }

  it('no longer count in the scores of the leads that are interested in them, once, with an event', async () => {
    const lead = await pipeline.lead({ budget, interested_properties: ['unit_a1', 'unit_b2'] });
    const other = await pipeline.lead({ budget, interested_properties: ['prop_river'] });
    for (let time = 0; time < 2; time += 1) await handle(removed({ ids: ['prop_x', 'unit_a1'] }));
    const after = await shown(lead.id);
    expect(after.score).to.equal((await pipeline.lead({ budget, interested_properties: ['unit_b2'] })).score);
    expect(after.interested_properties).to.deep.equal(['unit_a1', 'unit_b2']);
    expect(await pipeline.events(lead.id)).to.deep.equal(['lead.created', 'lead.updated']);
    expect(await shown(other.id)).to.deep.equal(other);
  });

  it('leave a lead the score of one that never had them, and PUT what GET answers changes nothing', async () => {
    const lead = await pipeline.lead({ budget, interested_properties: ['prop_river', 'unit_a1'] });
    for (const id of ['prop_river', 'unit_a1']) gone.add(id);
    await handle(removed({ ids: [...gone] }));
    const after = await shown(lead.id);
    expect(after.score).to.equal((await pipeline.lead({ budget })).score);
    expect((await pipeline.request('PUT', `/v1/leads/${lead.id}`, { body: after })).body).to.deep.equal(after);
    gone.clear();
  });

  it('are forgotten by all leads, however many they and the listings are', async () => {
    const leads = Array.from({ length: 70 }, (_, place) => ({
      ...{ name: `Lead ${place}`, email: `lead${place}@example.com`, budget },
      interested_properties: ['unit_b2'],
    }));
    const { body } = await pipeline.request('POST', '/v1/leads/bulk', { body: { leads } });
    const many = Array.from({ length: 1_200 }, (_, place) => `unit_${place}`);
    await handle(removed({ ids: [...many, 'unit_b2'] }));
    for (const lead of [body[0], body[69]]) {
      expect(await pipeline.events(lead.id)).to.deep.equal(['lead.created']);
      const stored = await pipeline.context.leads.get({ workspaceId: 'ws_one', mode: 'live' }, lead.id);
      expect(stored?.listing_prices).to.deep.equal([]);
    }
  });

  it('are those of their workspace alone', async () => {
    const lead = await pipeline.lead({ budget, interested_properties: ['unit_a1'] });
    await handle(removed({ ids: ['unit_a1'] }, 'ws_two'));
    expect(await shown(lead.id)).to.deep.equal(lead);
  });

  it('must be named: an event that says nothing of them is set aside', async () => {
    const refusal = await handle(removed({ ids: 'unit_a1' })).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).to.be.instanceOf(Error);
  });
});
