import { createBackOff } from '@plotline/local/supervise/supervise-process';
import { expect } from 'chai';

describe('the back-off between restarts', () => {
  it('doubles while a process keeps ending immediately, up to 10 s', () => {
    const backOff = createBackOff();
    const waits = Array.from({ length: 8 }, () => backOff.next(100));
    expect(waits).to.deep.equal([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });

  it('starts over once a process has run for 30 s', () => {
    const backOff = createBackOff();
    backOff.next(100);
    backOff.next(100);
    expect(backOff.next(30_000)).to.equal(250);
    expect(backOff.next(100)).to.equal(500);
  });
});
