import { Pace } from '@plotline/gateway/edge/pace';
import { expect } from 'chai';

const limits = { maxPauseMs: 30_000, minBytesPerSecond: 1_000, maxMs: 600_000 };
const seconds = 1_000;

describe('gateway Pace', () => {
  /** Looks every second, at what `bytesAt` says has passed by then; returns the first verdict that is not good, and when. */
  const watch = (bytesAt: (second: number) => number, isClientAwaited: (second: number) => boolean = () => true) => {
    const pace = new Pace(limits, 0);
    for (let second = 1; second <= 700; second += 1) {
      const verdict = pace.look(second * seconds, bytesAt(second), isClientAwaited(second));
      if (verdict !== 'good') return [second, verdict];
    }
    return [];
  };

  it('takes a pause of 30 seconds and no longer', () => {
    const burst = 10_000_000;
    expect(watch((second) => (second > 10 ? burst : second))).to.deep.equal([42, 'slow client']);
    expect(watch((second) => burst + Math.floor(second / 30))).to.deep.equal([601, 'late']);
  });

  it('finds the service at fault for a pause in which it was waited for', () => {
    const verdict = watch(
      () => 10_000_000,
      () => false,
    );
    expect(verdict).to.deep.equal([32, 'slow service']);
  });

  it('ends a client that sends byte by byte, once the first 30 seconds are over', () => {
    expect(watch((second) => second)).to.deep.equal([31, 'slow client']);
    expect(watch((second) => 900 * second)).to.deep.equal([301, 'slow client']);
  });

  it('takes whatever is fast enough until the time is over', () => {
    expect(watch((second) => 1_000 * second)).to.deep.equal([601, 'late']);
  });

  it('does not hold against a client the time in which the service was waited for', () => {
    // Nine seconds of ten the service is waited for: 100 bytes a second are 1,000 in each second of the client.
    const verdict = watch(
      (second) => 100 * second,
      (second) => second % 10 === 0,
    );
    expect(verdict).to.deep.equal([601, 'late']);
  });
});
