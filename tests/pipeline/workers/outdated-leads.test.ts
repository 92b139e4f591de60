import type { CurrentPrice } from '@plotline/pipeline/domain/listing-price';
import type { PricedLead } from '@plotline/pipeline/store/lead-prices';
import { OutdatedLeads } from '@plotline/pipeline/workers/outdated-leads';
import { expect } from 'chai';

const tenant = { workspaceId: 'ws_test', mode: 'live' } as const;
const priced = (amount: number): CurrentPrice[] => [{ id: 'unit_a', price: { id: 'unit_a', amount, currency: 'EUR' } }];

/** A store with so many outdated leads, of which those that were taken are refreshed, and the number of its queries. */
function storeOf(count: number) {
  const leads = new Set(Array.from({ length: count }, (_, place) => `lead_${place}`));
  const asked = { queries: 0 };
  const outdated = new OutdatedLeads({
    findOutdated: async (_tenant, _listings, limit) => {
      asked.queries += 1;
      return [...leads]
        .slice(0, limit)
        .map((id): PricedLead => ({ id, interested_properties: ['unit_a'], listing_prices: [] }));
    },
  });
  const take = async (limit: number, prices = priced(1)) => {
    const taken = await outdated.take(tenant, prices, limit);
    for (const { id } of taken) leads.delete(id);
    return taken.map(({ id }) => id);
  };
  return { leads, asked, outdated, take };
}

describe('OutdatedLeads', () => {
  it('gives each lead once, and finds them 2,000 at a time', async () => {
    const { asked, take } = storeOf(4_150);
    const all: string[] = [];
    for (;;) {
      const taken = await take(100);
      all.push(...taken);
      if (taken.length < 100) break;
    }
    expect([all.length, new Set(all).size, asked.queries]).to.deep.equal([4_150, 4_150, 3]);
  });

  it('finds anew when a price has changed, and when those that were taken are still outdated', async () => {
    const { asked, outdated, leads, take } = storeOf(300);
    const [first = ''] = await take(100);
    await take(100, priced(2));
    expect(asked.queries).to.equal(2);
    leads.add(first);
    outdated.forget(tenant, priced(1));
    const rest = [...(await take(100)), ...(await take(100))];
    expect(rest).to.have.length(101).and.to.include(first);
  });
});
