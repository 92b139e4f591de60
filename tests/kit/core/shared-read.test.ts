import { createSharedRead } from '@plotline/kit/core/batcher';
import { expect } from 'chai';

describe('createSharedRead', () => {
  it('reads once for equal queries in one turn of the event loop, with the latest deadline, and again in the next turn', async () => {
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
