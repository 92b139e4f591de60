import { refreshPrices } from '@plotline/pipeline/leads/model/listing-price';
import { expect } from 'chai';
import { sampleLead, startedAt } from '../../support/sample-lead.js';

const now = new Date('2026-03-08T09:30:00.000Z');
const price = (id: string, amount: number) => ({ id, amount, currency: 'EUR' });

const lead = sampleLead({
  score: 39,
  budget: { min: null, max: 100, currency: 'EUR' },
  interested_properties: ['unit_a', 'unit_b', 'unit_c'],
  listing_prices: [price('unit_a', 900), price('unit_c', 950)],
});

describe('refreshPrices', () => {
  it('stores prices in the order of the interested listings', () => {
    const after = refreshPrices(lead, [{ id: 'unit_b', price: price('unit_b', 100) }], now);
    expect(after.listing_prices.map(({ id }) => id)).to.deep.equal(['unit_a', 'unit_b', 'unit_c']);
    expect(after).to.deep.include({ score: 14 + 15 + 30, updated_at: now });
  });

  it('removes the price of a listing that no longer has one', () => {
    const after = refreshPrices(lead, [{ id: 'unit_a', price: null }], now);
    expect(after.listing_prices).to.deep.equal([price('unit_c', 950)]);
    expect(after.interested_properties).to.equal(lead.interested_properties);
  });

  it('computes the score only once for many listings', () => {
    const listings = ['unit_c', 'unit_x', 'unit_b', 'unit_a'].map((id) => ({ id, price: price(id, 100) }));
    const after = refreshPrices(lead, listings, now);
    expect(after.listing_prices).to.deep.equal(['unit_a', 'unit_b', 'unit_c'].map((id) => price(id, 100)));
    expect(after.version).to.equal(lead.version);
  });

  it('changes no public field if the score is unchanged', () => {
    const after = refreshPrices(lead, [{ id: 'unit_a', price: price('unit_a', 901) }], now);
    expect(after).to.deep.include({ score: 39, updated_at: startedAt, version: lead.version });
    expect(after.listing_prices[0]).to.deep.equal(price('unit_a', 901));
  });

  it('changes nothing when the price is current or the lead is not interested', () => {
    expect(refreshPrices(lead, [{ id: 'unit_a', price: price('unit_a', 900) }], now)).to.equal(lead);
    expect(refreshPrices(lead, [{ id: 'unit_b', price: null }], now)).to.equal(lead);
    expect(refreshPrices(lead, [{ id: 'unit_x', price: price('unit_x', 1) }], now)).to.equal(lead);
  });
});
