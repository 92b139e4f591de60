import { EventEmitter, once } from 'node:events';
import { expect } from 'chai';
import { useFixturePerTest } from '../../../support/use-fixture.js';
import { budget, startPrices, tenant } from '../../support/price-fixture.js';

/** Times of the second and the last check for leads. */
const [soonMs, finalMs] = [2_000, 70_000];

/** Gate that blocks a request. */
function gate() {
  const steps = new EventEmitter();
  const arrived = once(steps, 'reached');
  const opened = once(steps, 'opened');
  const pass = () => {
    steps.emit('reached');
    return opened;
  };
  return { pass, open: () => steps.emit('opened'), arrived };
}

describe('leads that are stored while a listing changes', () => {
  const prices = useFixturePerTest(startPrices);

  /** Requests the change, and delays inventory's answer until the listing has changed and leads were checked. */
  async function overtake(method: string, path: string, body: object, amount: number | 'gone'): Promise<void> {
    const held = gate();
    prices().whenAsked = async (ids) => {
      if (ids.includes('unit_a')) await held.pass();
    };
    const request = prices().pipeline.request(method, path, { body });
    await held.arrived;
    prices().whenAsked = async () => undefined;
    prices().amounts.set('unit_a', amount);
    await (amount === 'gone' ? prices().consumeRemoval(['unit_a']) : prices().consumeChange('unit_a'));
    await prices().runWorker(0);
    held.open();
    expect((await request).status).to.be.oneOf([200, 201]);
  }

  const interested = { name: 'Maria', email: 'm@example.com', budget, interested_properties: ['unit_a'] };
  const ways: readonly (readonly [string, () => Promise<readonly [string, string, object]>])[] = [
    ['POST', async () => ['POST', '/v1/leads', interested]],
    ['POST in bulk', async () => ['POST', '/v1/leads/bulk', { leads: Array.from({ length: 100 }, () => interested) }]],
    [
      'PUT',
      async () => {
        const { id } = await prices().pipeline.lead({ budget });
        return ['PUT', `/v1/leads/${id}`, { interested_properties: ['unit_a'] }];
      },
    ],
  ];
  for (const [name, way] of ways) {
    for (const amount of [90_000, 'gone'] as const) {
      it(`soon have the score for the current price (${name}, ${amount})`, async () => {
        prices().amounts.set('unit_a', amount === 'gone' ? 90_000 : 1_000_000);
        await overtake(...(await way()), amount);
        await prices().runWorker(soonMs);
        expect(await prices().findOutdated()).to.deep.equal([]);
      });
    }
  }

  it('are refreshed even after a long outage of the service', async () => {
    await overtake('POST', '/v1/leads', interested, 90_000);
    await prices().runWorker(3_600_000);
    expect(await prices().findOutdated()).to.deep.equal([]);
  });

  it('are searched for until no earlier request can be running', async () => {
    await prices().consumeChange('unit_a');
    for (const laterMs of [0, soonMs, 5_000, 16_000]) await prices().runWorker(laterMs);
    await overtake('POST', '/v1/leads', interested, 1_000_000 / 2);
    const { priceRefreshQueue } = prices().pipeline.context;
    for (const laterMs of [finalMs, 2 * finalMs]) await prices().runWorker(laterMs);
    expect(await prices().findOutdated()).to.deep.equal([]);
    await prices().runWorker(3 * finalMs);
    expect(await priceRefreshQueue.findDue('live', new Date('2100-01-01'), 1)).to.deep.equal([]);
  });

  it('have the score for the new price even if other fields change at the same time', async () => {
    const lead = await prices().pipeline.lead({ interested_properties: ['unit_a'] });
    const { leads } = prices().pipeline.context;
    const held = gate();
    const save = leads.save.bind(leads);
    leads.save = async (...call) => {
      await held.pass();
      return save(...call);
    };
    const request = prices().pipeline.request('PUT', `/v1/leads/${lead.id}`, { body: { budget } });
    await held.arrived;
    leads.save = save;
    prices().amounts.set('unit_a', 90_000);
    await prices().consumeChange('unit_a');
    for (const laterMs of [0, soonMs, 5_000, 16_000]) await prices().runWorker(laterMs);
    held.open();
    expect((await request).status).to.equal(200);
    await prices().runWorker(finalMs);
    expect(await prices().findOutdated()).to.deep.equal([]);
    const stored = await leads.get(tenant, lead.id);
    expect(stored?.listing_prices).to.deep.equal([{ id: 'unit_a', amount: 90_000, currency: 'EUR' }]);
  });
});
