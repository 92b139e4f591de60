import { Places } from '@plotline/local/bridge/transactions/places';
import { expect } from 'chai';

describe('Places', () => {
  it('are never more than there are, and go to who waited longest', async () => {
    const places = new Places(1);
    const leave = await places.take(0);
    const order: number[] = [];
    const waiting = [1, 2].map((n) => places.take(5_000).then((next) => order.push(n) && next));
    expect(order).to.deep.equal([]);
    leave?.();
    const second = await waiting[0];
    expect(order).to.deep.equal([1]);
    if (typeof second === 'function') second();
    await waiting[1];
    expect(order).to.deep.equal([1, 2]);
  });

  it('are not waited for beyond the given time, and stay usable afterwards', async () => {
    const places = new Places(1);
    const leave = await places.take(0);
    expect(await places.take(5)).to.equal(undefined);
    leave?.();
    // Given back twice by mistake, it is still one place.
    leave?.();
    expect(await places.take(0)).to.be.a('function');
    expect(await places.take(5)).to.equal(undefined);
  });
});
