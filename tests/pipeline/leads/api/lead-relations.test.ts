import { fetchRelations } from '@plotline/pipeline/leads/api/lead-relations';
import { expect } from 'chai';
import { testCaller } from '../../../support/test-runtime.js';
import { FakeHolds } from '../../support/fake-holds.js';
import { countingPeers } from '../../support/portfolio.js';
import { sampleLead } from '../../support/sample-lead.js';

describe('the properties relation of a lead', () => {
  const property = { kind: 'property', name: 'Bare', status: 'planning', property_id: 'prop_1', price: undefined };

  async function pricingOf(pricing: { currency: string; min_price?: number } | undefined) {
    const { agents } = countingPeers();
    const holds = new FakeHolds();
    const listings = {
      find: async () => [{ ...property, id: 'prop_1', pricing, hidden: false }],
      findNamed: async () => [],
    };
    const lead = sampleLead({ interested_properties: ['prop_1'] });
    const relations = await fetchRelations({ agents, listings, holds }, testCaller('ws_test'), [lead], ['properties']);
    return relations(lead);
  }

  const shown = { id: 'prop_1', kind: 'property', name: 'Bare', status: 'planning' };

  it('has an ISO 4217 currency or null, like the GET of a listing', async () => {
    const none = { currency: null, min_price: null, max_price: null };
    expect(await pricingOf({ currency: '' })).to.deep.equal({ properties: [{ ...shown, pricing: none }] });
    const some = { currency: 'EUR', min_price: 5, max_price: null };
    expect(await pricingOf({ currency: 'EUR', min_price: 5 })).to.deep.equal({
      properties: [{ ...shown, pricing: some }],
    });
    expect(await pricingOf(undefined)).to.deep.equal({ properties: [{ ...shown, pricing: null }] });
  });
});
