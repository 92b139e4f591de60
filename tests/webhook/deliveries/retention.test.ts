import { removeOld } from '@plotline/webhook/deliveries/work/retention';
import { expect } from 'chai';

/** Store with a number of old records. Counts the removed records. */
function createStore(old: number) {
  const store = {
    removed: 0,
    removeBefore: async (_mode: string, _before: Date, limit: number) => {
      const count = Math.min(limit, old - store.removed);
      store.removed += count;
      return count;
    },
  };
  return store;
}

describe('removeOld', () => {
  const always = () => true;
  const common = { clock: () => new Date(), time: { sleep: async () => undefined } };

  it('removes at most 200,000 records of a kind per run, and keeps events until their deliveries are gone', async () => {
    const [deliveries, others, events, notices, toldEvents] = [250_000, 700, 900, 1_200, 1_300].map(createStore);
    if (!deliveries || !others || !events || !notices || !toldEvents) throw new Error('A store is missing.');
    const channels = { webhooks: { deliveries }, integrations: { deliveries: others } };
    const context = { ...channels, events, notices, toldEvents, ...common };
    const countRemoved = () => [deliveries, others, events, notices, toldEvents].map(({ removed }) => removed);
    expect(await removeOld(context, 'live', always)).to.equal(false);
    expect(countRemoved()).to.deep.equal([200_000, 700, 0, 1_200, 1_300]);
    expect(await removeOld(context, 'live', always)).to.equal(true);
    expect(countRemoved()).to.deep.equal([250_000, 700, 900, 1_200, 1_300]);
  });
});
