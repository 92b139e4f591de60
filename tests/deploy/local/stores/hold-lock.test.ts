import { randomUUID } from 'node:crypto';
import { holdLock } from '@plotline/local/stores/hold-lock';
import { expect } from 'chai';

describe('holdLock', () => {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });

  it('gives the lock to one holder at a time, and to the next once it is released', async () => {
    const name = randomUUID();
    const release = await holdLock(name, 0);
    expect(await holdLock(name, 0)).to.equal(undefined);
    expect(await holdLock(`${name} another`, 0)).to.be.a('function');
    const waiting = holdLock(name, 10_000);
    release?.();
    const next = await waiting;
    expect(next).to.be.a('function');
    next?.();
  });
});
