import { createReadTogether, createSharedRead } from '@plotline/kit/mongo/read-together';
import { expect } from 'chai';

const nextTurn = () => new Promise(setImmediate);

describe('createReadTogether', () => {
  function createDoubler() {
    const calls: (readonly number[])[] = [];
    const ask = createReadTogether<number, Map<number, number>>({
      key: (item) => (item < 0 ? 'negative' : 'positive'),
      read: async (items) => {
        calls.push(items);
        if (items.includes(13)) throw new Error('unlucky');
        return new Map(items.map((item) => [item, item * 2]));
      },
    });
    return { calls, ask: async (item: number) => (await ask(item)).get(item) };
  }

  it('reads requests of one turn with one call, separately by key', async () => {
    const { calls, ask } = createDoubler();
    expect(await Promise.all([1, -1, 2, -2].map(ask))).to.deep.equal([2, -2, 4, -4]);
    expect(calls).to.deep.equal([
      [1, 2],
      [-1, -2],
    ]);
  });

  it('never joins a call that began earlier', async () => {
    const asked: string[] = [];
    const ask = createReadTogether<string, string>({
      key: () => 'all',
      read: ([item = '']) => {
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

  it('rejects only the readers whose call failed', async () => {
    const { ask } = createDoubler();
    const outcomes = await Promise.allSettled([ask(13), ask(1), ask(-1)]);
    expect(outcomes.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected', 'fulfilled']);
    expect(await ask(1)).to.equal(2);
  });

  it('reads at most a hundred with one call', async () => {
    const { calls, ask } = createDoubler();
    await Promise.all(Array.from({ length: 250 }, (_, index) => ask(index + 100)));
    expect(calls.map((items) => items.length)).to.deep.equal([100, 100, 50]);
  });
});

describe('createSharedRead', () => {
  it('reads once for equal queries of one turn, with the longest deadline, and again in the next', async () => {
    const read: number[] = [];
    const share = createSharedRead<number>();
    const ask = (key: string, deadline: number) =>
      share({
        key,
        deadline,
        read: async () => {
          read.push(deadline);
          return deadline;
        },
      });
    expect(await Promise.all([ask('same', 1), ask('same', 3), ask('same', 2), ask('other', 4)])).to.deep.equal([
      3, 3, 3, 4,
    ]);
    expect(await ask('same', 5)).to.equal(5);
    expect(read).to.deep.equal([3, 4, 5]);
  });
});
