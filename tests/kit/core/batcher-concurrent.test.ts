import { createBatcher } from '@plotline/kit/core/batcher';
import { expect } from 'chai';
import { ManualTime } from '../../support/manual-time.js';

const oneKey = { key: () => 'all', maxBatch: 100 };

describe('createBatcher with concurrent batches', () => {
  const nextTurn = () => new Promise(setImmediate);

  function createDoubler() {
    const calls: (readonly number[])[] = [];
    const add = createBatcher<number, Map<number, number>>({
      key: (item) => (item < 0 ? 'negative' : 'positive'),
      maxBatch: 100,
      isConcurrent: true,
      run: async (items) => {
        calls.push(items);
        if (items.includes(13)) throw new Error('unlucky');
        return new Map(items.map((item) => [item, item * 2]));
      },
    });
    return { calls, ask: async (item: number) => (await add(item)).get(item) };
  }

  it('runs the items of one event loop turn together, separately by key', async () => {
    const { calls, ask } = createDoubler();
    expect(await Promise.all([1, -1, 2, -2].map(ask))).to.deep.equal([2, -2, 4, -4]);
    expect(calls).to.deep.equal([
      [1, 2],
      [-1, -2],
    ]);
  });

  it('does not wait for a batch that started earlier', async () => {
    const asked: string[] = [];
    const ask = createBatcher<string, string>({
      ...oneKey,
      isConcurrent: true,
      run: ([item = '']) => {
        asked.push(item);
        return item === 'hanging' ? new Promise(() => undefined) : Promise.resolve(item);
      },
    });
    void ask('hanging');
    await nextTurn();
    await nextTurn();
    expect(await ask('later')).to.equal('later');
    expect(asked).to.deep.equal(['hanging', 'later']);
  });

  it('rejects only the items of a failed batch', async () => {
    const { ask } = createDoubler();
    const outcomes = await Promise.allSettled([ask(13), ask(1), ask(-1)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'fulfilled']);
    expect(await ask(1)).to.equal(2);
  });

  it('never runs a batch larger than maxBatch, and refuses no item', async () => {
    const { calls, ask } = createDoubler();
    await Promise.all(Array.from({ length: 750 }, (_, index) => ask(index + 100)));
    expect(calls.map((items) => items.length)).to.deep.equal([100, 100, 100, 100, 100, 100, 100, 50]);
  });

  it('starts a batch that is not full no earlier than the interval after the previous one started', async () => {
    const time = new ManualTime();
    const batches: (readonly number[])[] = [];
    const run = async (items: readonly number[]) => void batches.push(items);
    const add = createBatcher<number, void>({
      ...oneKey,
      maxBatch: 3,
      isConcurrent: true,
      toIntervalMs: () => 10,
      time,
      run,
    });
    await add(1);
    await nextTurn();
    const second = [add(2), add(3)];
    await nextTurn();
    await nextTurn();
    expect(batches).to.deep.equal([[1]]);
    // The first item fills the waiting batch, which starts immediately. The second item waits for its own interval.
    const third = [add(4), add(5)];
    await nextTurn();
    await nextTurn();
    expect(batches).to.deep.equal([[1], [2, 3, 4]]);
    time.advance(10);
    await Promise.all([...second, ...third]);
    expect(batches).to.deep.equal([[1], [2, 3, 4], [5]]);
  });
});
