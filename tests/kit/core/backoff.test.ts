import { backoff } from '@plotline/kit/core/time';
import { expect } from 'chai';

const pausesOf = (options: Omit<Parameters<typeof backoff>[0], 'attempt'>, count: number) =>
  Array.from({ length: count }, (_, attempt) => backoff({ ...options, attempt }));

describe('backoff', () => {
  it('doubles the pause with each attempt, up to the cap, for any number of attempts', () => {
    expect(pausesOf({ baseMs: 5_000, capMs: 60_000 }, 6)).to.deep.equal([
      5_000, 10_000, 20_000, 40_000, 60_000, 60_000,
    ]);
    expect(backoff({ attempt: 5_000, baseMs: 1, capMs: 60_000 })).to.equal(60_000);
  });

  it('grows by the given factor instead of doubling', () => {
    expect(pausesOf({ baseMs: 4, capMs: 10, factor: 1.5 }, 4)).to.deep.equal([4, 6, 9, 10]);
  });

  it('waits a random part of the pause with jitter', () => {
    const pauses = Array.from({ length: 1_000 }, () =>
      backoff({ attempt: 1, baseMs: 50, capMs: 60_000, jitter: true }),
    );
    expect(Math.min(...pauses)).to.be.within(0, 10);
    expect(Math.max(...pauses)).to.be.within(90, 100);
  });
});
