import { Semaphore } from '@plotline/documentdb-bridge/transactions/semaphore';
import { expect } from 'chai';

describe('a semaphore of the bridge', () => {
  it('grants no more permits than it has, and gives the next permit to the longest waiter', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire(0);
    const order: number[] = [];
    const waiting = [1, 2].map((n) => semaphore.acquire(5_000).then((next) => order.push(n) && next));
    expect(order).to.deep.equal([]);
    release?.();
    const second = await waiting[0];
    expect(order).to.deep.equal([1]);
    if (typeof second === 'function') second();
    await waiting[1];
    expect(order).to.deep.equal([1, 2]);
  });

  it('stops waiting after the given time, and can still be used', async () => {
    const semaphore = new Semaphore(1);
    const release = await semaphore.acquire(0);
    expect(await semaphore.acquire(5)).to.equal(undefined);
    release?.();
    // Releases twice by mistake. Only one permit must become free.
    release?.();
    expect(await semaphore.acquire(0)).to.be.a('function');
    expect(await semaphore.acquire(5)).to.equal(undefined);
  });
});
